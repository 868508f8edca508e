import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ActionRegistry } from '../../../src-renderer/state/action-registry.ts';
import { type Action, ActionsProvider, useActions, useKeyFor } from '../../../src-renderer/state/actions.tsx';
import { actionFor } from '../../../src-renderer/state/key-routing.ts';

const ran: string[] = [];
beforeEach(() => void ran.splice(0));

const action = (id: string, keys: string, more: Partial<Action> = {}): Action => ({
  id,
  title: id,
  group: 'Test',
  keys,
  run: () => void ran.push(id),
  ...more,
});

function Actor({ actions }: { actions: readonly Action[] }) {
  useActions(actions);
  return undefined;
}

function ShownKey({ id }: { id: string }) {
  return <output>{useKeyFor(id) ?? 'none'}</output>;
}

function show(actions: readonly Action[], keymap: Readonly<Record<string, string>> = {}) {
  const page = (map: Readonly<Record<string, string>>, now = actions) => (
    <ActionsProvider keymap={map}>
      <Actor actions={now} />
      <ShownKey id="view.changes" />
      <button type="button">A button</button>
      <input aria-label="A field" />
      <div data-terminal="">
        <textarea aria-label="A terminal" />
      </div>
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
      <div role="dialog" className="editor-widget find-widget">
        <button type="button">In the editor’s find bar</button>
      </div>
    </ActionsProvider>
  );
  const view = render(page(keymap));
  onTestFinished(() => view.unmount());
  return {
    ...view,
    again: (map: Readonly<Record<string, string>>, now?: readonly Action[]) => view.rerender(page(map, now)),
  };
}

const control = (letter: string, more: KeyboardEventInit = {}): KeyboardEventInit => ({
  key: letter,
  code: /\d/.test(letter) ? `Digit${letter}` : `Key${letter.toUpperCase()}`,
  ctrlKey: true,
  ...more,
});
const shifted = { shiftKey: true };

describe('keys', () => {
  test('run their action and go no further', () => {
    show([action('view.changes', 'Mod+3')]);
    const isUntouched = fireEvent.keyDown(screen.getByText('A button'), control('3'));
    expect(ran).toEqual(['view.changes']);
    expect(isUntouched).toBe(false);
  });

  test('without an action are left alone', () => {
    show([action('view.changes', 'Mod+3')]);
    expect(fireEvent.keyDown(screen.getByText('A button'), control('4'))).toBe(true);
    expect(ran).toEqual([]);
  });

  test('of a disabled action do nothing', () => {
    show([action('find', 'Mod+F', { enabled: false })]);
    fireEvent.keyDown(screen.getByText('A button'), control('f'));
    expect(ran).toEqual([]);
  });

  test('are remapped while the app runs, and taken away by an empty string', () => {
    const { again } = show([action('view.changes', 'Mod+3')]);
    expect(screen.getByRole('status').textContent).toBe('Ctrl+3');
    again({ 'view.changes': 'Ctrl+Y' });
    expect(screen.getByRole('status').textContent).toBe('Ctrl+Y');
    fireEvent.keyDown(screen.getByText('A button'), control('3'));
    fireEvent.keyDown(screen.getByText('A button'), control('y'));
    expect(ran).toEqual(['view.changes']);
    again({ 'view.changes': '' });
    expect(screen.getByRole('status').textContent).toBe('none');
  });

  test('do nothing inside a dialog', () => {
    show([action('view.changes', 'Mod+3')]);
    fireEvent.keyDown(screen.getByText('In a dialog'), control('3'));
    expect(ran).toEqual([]);
  });

  test('act in the editor’s find bar, which only says that it is a dialog', () => {
    show([action('palette.open', 'Mod+Shift+P')]);
    fireEvent.keyDown(screen.getByText('In the editor’s find bar'), control('P', shifted));
    expect(ran).toEqual(['palette.open']);
  });

  test('that type something are left to a text field', () => {
    show([action('plain', 'N'), action('named', 'F2')]);
    fireEvent.keyDown(screen.getByLabelText('A field'), { key: 'n', code: 'KeyN' });
    fireEvent.keyDown(screen.getByLabelText('A field'), { key: 'F2', code: 'F2' });
    expect(ran).toEqual(['named']);
    fireEvent.keyDown(screen.getByText('A button'), { key: 'n', code: 'KeyN' });
    expect(ran).toEqual(['named', 'plain']);
  });

  test('pressed while an input method composes are left alone', () => {
    show([action('view.changes', 'Mod+3')]);
    fireEvent.keyDown(screen.getByLabelText('A field'), control('3', { isComposing: true }));
    expect(ran).toEqual([]);
  });

  test('run what the action does now, not what it did when it was registered', () => {
    const { again } = show([action('view.changes', 'Mod+3')]);
    again({}, [action('view.changes', 'Mod+3', { run: () => void ran.push('newer') })]);
    fireEvent.keyDown(screen.getByText('A button'), control('3'));
    expect(ran).toEqual(['newer']);
  });

  test('end with the component that registered them', () => {
    const { unmount } = show([action('view.changes', 'Mod+3')]);
    unmount();
    act(() => void fireEvent.keyDown(document.body, control('3')));
    expect(ran).toEqual([]);
  });
});

describe('what a view offers before it is open', () => {
  const later = (id: string, ran: string[]) => action(id, '', { enabled: false, run: () => void ran.push('declared') });

  test('is listed whatever comes first, and gives way to the view’s own', () => {
    const registry = new ActionRegistry(false);
    registry.set({}, [action('find', 'Mod+F', { title: 'Own' })]);
    registry.declare({}, [later('find', []), later('split', [])]);
    expect(registry.list().map(({ id, title, enabled }) => [id, title, enabled])).toEqual([
      ['find', 'Own', undefined],
      ['split', 'split', false],
    ]);
  });

  test('is run by the view as soon as that is there and can, once', () => {
    const registry = new ActionRegistry(false);
    const own: string[] = [];
    registry.declare({}, [later('verify', own)]);
    registry.runWhenSet('verify');
    const view = {};
    const verify = (enabled: boolean) => action('verify', '', { enabled, run: () => void own.push('verified') });
    registry.set(view, [verify(false)]);
    expect(own).toEqual([]);
    registry.set(view, [verify(true)]);
    registry.set({}, [action('other', '')]);
    expect(own).toEqual(['verified']);
  });
});

describe('keys in a focused terminal on Linux and Windows', () => {
  const inTerminal = (init: KeyboardEventInit) => fireEvent.keyDown(screen.getByLabelText('A terminal'), init);

  test('plain Ctrl belongs to the shell; with Shift it is the app’s', () => {
    show([action('find', 'Mod+F')]);
    expect(inTerminal(control('f'))).toBe(true);
    expect(ran).toEqual([]);
    inTerminal(control('F', shifted));
    expect(ran).toEqual(['find']);
  });

  test('Ctrl with a digit is the app’s, with Shift or without: the views are gone to from everywhere', () => {
    show([action('view.changes', 'Mod+3')]);
    expect(inTerminal(control('3'))).toBe(false);
    inTerminal(control('3', { key: '#', ...shifted }));
    expect(ran).toEqual(['view.changes', 'view.changes']);
  });

  test('a chord that has Shift itself is taken before one that is given it', () => {
    show([action('clear', 'Mod+Shift+K', { where: 'in-terminals' }), action('find-word', 'Mod+K')]);
    inTerminal(control('K', shifted));
    expect(ran).toEqual(['clear']);
  });

  test('an action for outside terminals is not there', () => {
    show([action('palette.quick', 'Mod+K', { where: 'outside-terminals' })]);
    inTerminal(control('K', shifted));
    inTerminal(control('k'));
    expect(ran).toEqual([]);
    fireEvent.keyDown(screen.getByText('A button'), control('k'));
    expect(ran).toEqual(['palette.quick']);
  });

  test('function keys, Alt and Escape belong to the program', () => {
    show([action('help', 'F1'), action('alt', 'Alt+B'), action('stop', 'Escape')]);
    inTerminal({ key: 'F1', code: 'F1' });
    inTerminal({ key: 'b', code: 'KeyB', altKey: true });
    inTerminal({ key: 'Escape', code: 'Escape' });
    expect(ran).toEqual([]);
  });

  test('an action of terminals is shown with the keys it takes there', () => {
    const clear = action('clear', 'Mod+K', { where: 'in-terminals' });
    expect(new ActionRegistry(false).keysOf(clear)).toEqual(['Ctrl+Shift+K']);
    expect(new ActionRegistry(true).keysOf(clear)).toEqual(['⌘K']);
    expect(new ActionRegistry(false).keysOf(action('view.changes', 'Mod+3'))).toEqual(['Ctrl+3']);
  });

  test('on macOS Cmd is the app’s and Ctrl the shell’s', () => {
    const registry = new ActionRegistry(true);
    registry.set({}, [action('view.changes', 'Mod+3'), action('control', 'Ctrl+R')]);
    const terminal = document.createElement('div');
    terminal.setAttribute('data-terminal', '');
    document.body.append(terminal);
    const found = (init: KeyboardEventInit) => {
      const press = new KeyboardEvent('keydown', { bubbles: true, ...init });
      let id: string | undefined;
      terminal.addEventListener('keydown', () => (id = actionFor(press, { registry, onMac: true })?.id), {
        once: true,
      });
      terminal.dispatchEvent(press);
      return id;
    };
    expect(found({ key: '3', code: 'Digit3', metaKey: true })).toBe('view.changes');
    expect(found({ key: 'r', code: 'KeyR', ctrlKey: true })).toBeUndefined();
    terminal.remove();
  });
});
