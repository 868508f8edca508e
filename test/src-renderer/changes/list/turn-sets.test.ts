import { expect, test } from 'vitest';
import type { Change, Diff } from '#contract';
import { fileMarks, textMarks } from '../../../../src-renderer/changes/list/change-marks.ts';
import { canUndoTurn, progressWords, turnSets } from '../../../../src-renderer/changes/list/turn-sets.ts';

const change = (id: string, overrides: Partial<Change> = {}): Change => ({
  id,
  session: 's1',
  sessionTitle: 'Greeting',
  path: `/w/${id}`,
  shownPath: id,
  state: 'proposed',
  change: 'modified',
  origin: 'tool',
  at: 0,
  canUndo: false,
  canRedo: false,
  ...overrides,
});

test('files of one turn stand together, where the first of them stood', () => {
  const sets = turnSets([
    change('a', { turn: 't1' }),
    change('b'),
    change('c', { turn: 't1' }),
    change('d', { turn: 't1', session: 's2' }),
  ]);
  expect(sets.map(({ changes }) => changes.map(({ id }) => id))).toEqual([['a', 'c'], ['b'], ['d']]);
});

test('a set says how many of its files are decided, and is undone while something of it is in the files', () => {
  const [waiting] = turnSets([change('a', { turn: 't' }), change('b', { turn: 't', state: 'rejected' })]);
  expect(waiting && progressWords(waiting)).toBe('1 of 2 files decided');
  expect(waiting && canUndoTurn(waiting)).toBe(false);
  const [applied] = turnSets([
    change('a', { turn: 't', state: 'applied', canUndo: true, canRedo: false }),
    change('b', { turn: 't', state: 'undone' }),
  ]);
  expect(applied && progressWords(applied)).toBe('2 files of one turn');
  expect(applied && canUndoTurn(applied)).toBe(true);
});

test('what was found changed at one time is a set that says so', () => {
  const [found] = turnSets([change('a', { turn: 'f', state: 'applied', canUndo: true, origin: 'unknown' })]);
  expect(found && progressWords(found)).toBe('1 file found changed when nothing was being called');
  expect(found && canUndoTurn(found)).toBe(true);
});

test('what happened to a file beside its lines is said in words', () => {
  const marks = fileMarks(
    change('a', { change: 'deleted', movedFrom: 'old/a', modes: { before: 0o644, after: 0o755 } }),
  );
  expect(marks.map(({ text }) => text)).toEqual(['deleted', 'moved from old/a', 'mode 644 → 755, can now be run']);
});

test('line endings that change, and a last line that loses its own, are said in words', () => {
  const diff: Diff = {
    ...{ id: 'p', path: '/w/a', shownPath: 'a', revision: 1, original: '', proposed: '', warnings: [] },
    lineEnding: 'crlf',
    hunks: [
      {
        ...{ number: 1, oldStart: 1, oldCount: 1, newStart: 1, newCount: 2 },
        lines: [
          { kind: 'removed', text: 'a', oldLine: 1 },
          { kind: 'added', text: 'a', newLine: 1, ending: 'lf' },
          { kind: 'added', text: 'b', newLine: 2, ending: 'none' },
        ],
      },
    ],
  };
  expect(textMarks(diff).map(({ text }) => text)).toEqual(['CRLF endings', 'loses the last line ending', 'CRLF → LF']);
  expect(textMarks({ ...diff, noText: 'It is binary' }).map(({ text }) => text)).toEqual(['not shown as text']);
});
