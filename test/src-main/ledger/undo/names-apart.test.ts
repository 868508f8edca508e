import { expect, test } from 'vitest';
import type { FileState } from '#contract';
import { namesLeftApart } from '../../../../src-main/ledger/undo/names-apart.ts';
import type { PathWork } from '../../../../src-main/ledger/undo/path-work.ts';

const linked = (names: number): FileState => ({ kind: 'file', size: 1, mode: 0o644, inode: '1:7', names });

function work(path: string, goal: Partial<PathWork['goal']>, action: PathWork['action'] = 'make'): PathWork {
  const nothing = { expected: undefined, wanted: undefined, isConfirmed: false };
  return { action, goal: { event: path, changes: [path], path, ...nothing, ...goal } } as unknown as PathWork;
}

test('a name that came after the state that is restored, and goes with it, leaves nothing apart', () => {
  // `ln a b` was recorded, then a was deleted: undone, a is a file of its own, as it was.
  const restored = work('a', { wanted: linked(2) });
  const gone = work('b', { expected: linked(2) }, 'remove');
  expect([...namesLeftApart([restored], [gone])]).toEqual([]);
  expect([...namesLeftApart([restored])]).toHaveLength(1);
  expect([...namesLeftApart([work('a', { wanted: linked(3) })], [gone])]).toHaveLength(1);
});
