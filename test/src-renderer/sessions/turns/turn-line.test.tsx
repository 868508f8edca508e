import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Change, ConversationItem, TurnChanges } from '#contract';
import { changeRow } from '../../../support/changes-host.ts';
import { failure } from '../../../support/pane.tsx';
import { proposedChange } from '../../../support/proposed-change.ts';
import { edit, openCalls, openSessions, reply, session } from '../session-workbench.tsx';

const past = (path: string, overrides: Partial<Change> = {}) =>
  proposedChange({
    id: `e-${path}`,
    path: `/w/${path}`,
    shownPath: path,
    state: 'applied',
    canUndo: true,
    ...overrides,
  });

const said = (id: string, turn: string, more: object = {}): ConversationItem => ({
  kind: 'user',
  id,
  at: 0,
  text: `Do ${id}`,
  turn,
  ...more,
});
const items: readonly ConversationItem[] = [
  said('m1', 't1'),
  edit({ turn: 't1' }),
  reply({ turn: 't1' }),
  { kind: 'notice', id: 'n1', at: 0, turn: 't1', level: 'info', text: 'Turn undone: 1 file restored' },
  said('m2', 't2'),
  reply({ id: 'a2', turn: 't2' }),
];
const three = changeRow(
  [past('a', { change: 'created' }), past('b', { change: 'created' }), past('c', { change: 'deleted' })],
  {
    by: [
      { origin: 'program', name: 'notes: /usr/bin/python3 pages.py', files: 2 },
      { origin: 'command', files: 1 },
    ],
  },
);

const open = (turns: readonly TurnChanges[], more: Parameters<typeof openSessions>[0] = {}) =>
  openSessions({ items, turns, ...more });
const line = (name: string) => screen.findByRole('region', { name });

describe('a turn that changed files', () => {
  test('ends with one line that says how many, and by whom', async () => {
    await open([three]);
    const found = await line('Changed 3 files');
    expect(found.textContent).toContain('+2 added−1 deleted2 by program notes, 1 by command');
    expect(screen.getAllByRole('region', { name: /^Changed / })).toHaveLength(1);
    const entries = [...screen.getByRole('log').querySelectorAll('article, section, [class*="notice"]')];
    const at = entries.indexOf(found);
    expect(entries[at - 1]?.textContent).toContain('Hello');
    expect(entries[at + 1]?.textContent).toContain('Turn undone');
  });

  test('of one file says so', async () => {
    await open([changeRow([past('a')])]);
    expect((await line('Changed 1 file')).textContent).not.toContain('changed');
  });

  test('has no line while it runs, and none where all of it was rejected', async () => {
    const rejected = changeRow([past('c', { state: 'rejected', turn: 't1' })]);
    const running = changeRow([past('a', { turn: 't2' })]);
    await open([rejected, running], { sessions: [session({ state: 'running' })] });
    await screen.findByText('Do m2');
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Changed / })).toBeNull());
  });

  test('is undone from there, and leads to its row', async () => {
    const { calls, turns } = await open([three]);
    const found = await line('Changed 3 files');
    const undo = within(found).getByRole('button', { name: 'Undo turn' });
    undo.focus();
    fireEvent.click(undo);
    await waitFor(() => expect(calls.map(([name]) => name)).toEqual(['planTurn', 'undoTurn']));
    expect(calls[1]?.[1]).toEqual({ session: 's1', turn: 't1', confirmed: [] });
    turns.push({ proposals: [], turns: [{ ...three, state: 'undone', canUndo: false, canRedo: true }], older: 0 });
    await waitFor(() => expect(found.textContent).toContain('undone'));
    expect(document.activeElement).toBe(within(found).getByRole('button', { name: 'Redo turn' }));
    expect(within(found).getByRole('button', { name: 'Show in Changes' })).toBeTruthy();
  });

  test('that cannot be undone says why', async () => {
    await open([three], { fails: { planTurn: failure('UNAVAILABLE', 'The disk is full') } });
    fireEvent.click(within(await line('Changed 3 files')).getByRole('button', { name: 'Undo turn' }));
    expect(await screen.findByText(/not undone: The disk is full/)).toBeTruthy();
  });
});

test('the card of a call tells folders by the files in them', async () => {
  const change = (path: string, kind: 'created' | 'deleted' | 'modified') => ({ event: path, path, change: kind });
  const changes = [
    change('/w/old', 'deleted'),
    change('/w/old/deep', 'deleted'),
    change('/w/old/deep/b.txt', 'deleted'),
    change('/w/empty', 'created'),
    change('/w/notes', 'modified'),
    change('/w/notes/a.md', 'created'),
  ];
  await openSessions({ items: [edit({ changes })], turns: [] });
  await openCalls();
  const files = await screen.findByRole('list', { name: 'Changed files' });
  expect(
    within(files)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('code')?.title),
  ).toEqual(['/w/old/deep/b.txt', '/w/empty', '/w/notes', '/w/notes/a.md']);
});
