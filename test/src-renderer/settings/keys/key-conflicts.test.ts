import { expect, test } from 'vitest';
import { conflictsOf } from '../../../../src-renderer/settings/keys/key-conflicts.ts';
import { type Action, ActionRegistry } from '../../../../src-renderer/state/action-registry.ts';

const action = (id: string, more: Partial<Action>): Action => ({ id, title: id, group: 'App', run: () => {}, ...more });

function conflicts(...actions: Action[]) {
  const registry = new ActionRegistry(false);
  registry.set({}, actions);
  return Object.fromEntries(conflictsOf(registry.list(), registry));
}

test('two actions of one key are told of each other', () => {
  expect(conflicts(action('a', { keys: 'F1' }), action('b', { keys: 'F1 F2' }), action('c', { keys: 'F3' }))).toEqual({
    a: 'b',
    b: 'a',
  });
});

test('an action of everywhere meets those of one place, and of a view that is not shown now', () => {
  const everywhere = action('palette', { keys: 'Mod+J' });
  const outside = action('outside', { keys: 'Mod+J', where: 'outside-terminals' });
  const hidden = action('split', { keys: 'Mod+J', group: 'Terminals', enabled: false });
  expect(Object.keys(conflicts(everywhere, outside, hidden))).toEqual(['palette', 'outside', 'split']);
});

test('in terminals a plain Ctrl takes Shift, and meets what has that key', () => {
  const clear = action('clear', { keys: 'Mod+K', where: 'in-terminals' });
  expect(conflicts(clear, action('other', { keys: 'Ctrl+Shift+K' }))).toEqual({ clear: 'other', other: 'clear' });
});

test('no conflict is one key inside terminals and outside, and one in two views of which one is shown', () => {
  expect(
    conflicts(
      action('clear', { keys: 'Mod+Shift+K', where: 'in-terminals' }),
      action('quick', { keys: 'Mod+Shift+K', where: 'outside-terminals' }),
      action('find in terminals', { keys: 'Mod+F', group: 'Terminals', enabled: false }),
      action('find in settings', { keys: 'Mod+F', group: 'Settings', enabled: true }),
    ),
  ).toEqual({});
});
