import type { Change, Diff, Hunk } from '#contract';

/** A change of `a.txt` that waits. */
export const proposedChange = (overrides: Partial<Change> = {}): Change => ({
  id: 'p1',
  session: 's1',
  sessionTitle: 'Greeting',
  path: '/w/a.txt',
  shownPath: 'a.txt',
  state: 'proposed',
  change: 'modified',
  origin: 'tool',
  addedLines: 3,
  removedLines: 3,
  at: 0,
  callId: 'c1',
  turn: 't1',
  canUndo: false,
  canRedo: false,
  ...overrides,
});

/** Its diff: lines 10, 20 and 30 are replaced. */
export const proposedDiff = (id: string, overrides: Partial<Diff> = {}): Diff => ({
  id,
  path: '/w/a.txt',
  shownPath: 'a.txt',
  revision: 4,
  original: 'old',
  proposed: 'new',
  hunks: [1, 2, 3].map(replacedLine),
  lineEnding: 'lf',
  warnings: [],
  ...overrides,
});

/** Line `10 × number` is replaced. */
export function replacedLine(number: number): Hunk {
  const line = number * 10;
  return {
    number,
    oldStart: line,
    oldCount: 1,
    newStart: line,
    newCount: 1,
    lines: [
      { kind: 'removed', text: `old ${number}`, oldLine: line },
      { kind: 'added', text: `new ${number}`, newLine: line },
    ],
  };
}
