import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Change, PathOutcome } from '#contract';
import { ChangesView } from '../../../../src-renderer/changes/index.ts';
import { ActionsProvider } from '../../../../src-renderer/state/actions.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { ChangesHost } from '../../../support/changes-host.ts';
import { apiOf, Feed, renderPane } from '../../../support/pane.tsx';
import { proposedChange, proposedDiff } from '../../../support/proposed-change.ts';

const file = (name: string, overrides: Partial<Change> = {}) =>
  proposedChange({
    id: `e-${name}`,
    path: `/w/${name}`,
    shownPath: name,
    state: 'applied',
    canUndo: true,
    ...overrides,
  });
const restored = (name: string): PathOutcome => ({ event: `e-${name}`, path: `/w/${name}`, outcome: 'restored' });

interface SettleOptions {
  readonly direction?: 'undo' | 'redo';
  readonly confirmed?: readonly string[];
}

async function setUp(changes: readonly Change[], plan: readonly PathOutcome[]) {
  const list = new ChangesHost(changes);
  const calls: (readonly [string, unknown])[] = [];
  const settle = (name: string, direction: 'undo' | 'redo') => async (input: SettleOptions) => {
    calls.push([name, input]);
    const isConfirmed = ({ event }: PathOutcome) => input.confirmed?.includes(event);
    const paths = plan.map((path) => (isConfirmed(path) ? { ...path, outcome: 'restored' as const } : path));
    return { direction, paths };
  };
  const api = apiOf({
    approvals: { waiting: new Feed([]).open },
    changes: {
      ...list.procedures,
      diff: async ({ id }: { id: string }) => proposedDiff(id),
      planTurn: async (input: { direction: 'undo' | 'redo' }) => settle('plan', input.direction)(input),
      undoTurn: settle('undo', 'undo'),
      redoTurn: settle('redo', 'redo'),
    },
  });
  renderPane(
    api,
    <LayoutProvider store={new LayoutStore({ 'changes.look': { value: 'accessible', at: 0 } })}>
      <ActionsProvider keymap={{}}>
        <ChangesView isVisible />
      </ActionsProvider>
    </LayoutProvider>,
  );
  await screen.findByRole('button', { name: new RegExp(`^${changes[0]?.shownPath}`) });
  return { list, calls };
}

/** Options to find the notice on the page, not only the one for screen readers. */
const NOTICE = { ignore: '.announcements' };
const said = (text: string) => screen.findByText(text, NOTICE);
const turn = () => screen.getByRole('button', { name: 'Turn: Make it friendlier' });
const named = (name: string) => screen.getByRole('button', { name });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe('the rows', () => {
  test('are walked, opened and closed by the arrow keys, and Enter shows a diff', async () => {
    await setUp([file('a.txt'), file('b.txt'), file('c.txt', { turn: 't2', session: 's2' })], []);
    turnOf(0).focus();
    press('ArrowRight');
    expect(document.activeElement?.textContent).toContain('a.txt');
    press('ArrowDown');
    expect(document.activeElement?.textContent).toContain('b.txt');
    fireEvent.click(document.activeElement ?? document.body);
    await screen.findByRole('region', { name: 'Diff of b.txt' });
    press('ArrowDown');
    expect(document.activeElement).toBe(turnOf(1));
    press('ArrowRight');
    await screen.findByRole('row', { name: 'c.txt' });
    press('ArrowRight');
    press('ArrowLeft');
    expect(document.activeElement).toBe(turnOf(1));
    press('ArrowLeft');
    await waitFor(() => expect(screen.queryByRole('row', { name: 'c.txt' })).toBeNull());
    expect(turnOf(1).getAttribute('aria-expanded')).toBe('false');
  });

  test('have one tab stop, and the buttons of that row beside it', async () => {
    await setUp([file('a.txt'), file('b.txt')], []);
    const stops = () => [...screen.getByRole('treegrid', { name: 'Turns' }).querySelectorAll('[tabindex="0"]')];
    await waitFor(() =>
      expect(stops().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('a.txt'), 'Undo']),
    );
  });
});

const turnOf = (index: number) => screen.getAllByRole('button', { name: /^Turn: / })[index] as HTMLElement;

describe('a turn', () => {
  test('is undone with what is restored said, and redone from there', async () => {
    const { list, calls } = await setUp([file('a.txt'), file('b.txt')], [restored('a.txt'), restored('b.txt')]);
    fireEvent.click(named('Undo turn'));
    await said('Turn undone: 2 files restored');
    const undone = { state: 'undone', canUndo: false, canRedo: true } as const;
    act(() => list.push([file('a.txt', undone), file('b.txt', undone)]));
    // In the row, and in the notice.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Redo turn' })).toHaveLength(2));
    fireEvent.click(screen.getAllByRole('button', { name: 'Redo turn' })[1] ?? document.body);
    await waitFor(() => expect(calls.map(([name]) => name)).toEqual(['plan', 'undo', 'plan', 'redo']));
    expect(calls[3]?.[1]).toEqual({ session: 's1', turn: 't1', confirmed: [] });
  });

  test('is undone and redone by the keys of the legend', async () => {
    const { calls } = await setUp([file('a.txt', { canRedo: true })], [restored('a.txt')]);
    turn().focus();
    press('u');
    await waitFor(() => expect(calls.map(([name]) => name)).toEqual(['plan', 'undo']));
    press('r');
    await waitFor(() => expect(calls.map(([name]) => name)).toEqual(['plan', 'undo', 'plan', 'redo']));
  });

  test('is asked about where something would be left, and what is ticked is undone all the same', async () => {
    const plan: PathOutcome[] = [
      restored('a.txt'),
      { event: 'e-b', path: '/w/b.txt', outcome: 'left', why: 'its bytes were not kept' },
      { event: 'e-c', path: '/w/c.txt', outcome: 'unknown', why: 'another command ran', canConfirm: true },
    ];
    const { calls } = await setUp([file('a.txt'), file('b.txt'), file('c.txt')], plan);
    fireEvent.click(named('Undo turn'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo “Make it friendlier”?' }));
    expect(dialog.getByText('1 file will be restored, 2 files are left:')).toBeTruthy();
    expect(dialog.getByText('its bytes were not kept')).toBeTruthy();
    expect(dialog.queryByRole('checkbox', { name: /b\.txt/ })).toBeNull();
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Undo all the same: /w/c.txt' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Undo the rest' }));
    await said('Turn undone: 2 files restored, 1 file left');
    expect(calls.at(-1)).toEqual(['undo', { session: 's1', turn: 't1', confirmed: ['e-c'] }]);
  });

  test('stays as it is when the question is cancelled, and cannot be undone where all of it would be left', async () => {
    const plan: PathOutcome[] = [
      { event: 'e', path: '/w/a.txt', outcome: 'left', why: 'its content was changed since' },
    ];
    const { calls } = await setUp([file('a.txt')], plan);
    fireEvent.click(named('Undo turn'));
    const go = await screen.findByRole<HTMLButtonElement>('button', { name: 'Undo what is ticked' });
    expect(go.disabled).toBe(true);
    fireEvent.click(named('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.map(([name]) => name)).toEqual(['plan']);
  });
});

test('one file of a turn is undone alone', async () => {
  const { calls } = await setUp([file('a.txt'), file('b.txt')], [restored('b.txt')]);
  const row = within(screen.getByRole('row', { name: 'b.txt' }));
  fireEvent.click(row.getByRole('button', { name: 'Undo' }));
  await said('b.txt undone: 1 file restored');
  expect(calls.at(-1)).toEqual(['undo', { session: 's1', turn: 't1', confirmed: [], paths: ['/w/b.txt'] }]);
});

test('what was said of an undo goes once the turn is as it was', async () => {
  const undone = { state: 'undone', canUndo: false, canRedo: true } as const;
  const { list } = await setUp([file('a.txt')], [restored('a.txt')]);
  fireEvent.click(named('Undo turn'));
  await said('Turn undone: 1 file restored');
  act(() => list.push([file('a.txt', undone)]));
  // The notice has a button to redo from the start: it is the row that tells.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo turn' })).toBeNull());
  act(() => list.push([file('a.txt')]));
  await waitFor(() => expect(screen.queryByText('Turn undone: 1 file restored', NOTICE)).toBeNull());
});
