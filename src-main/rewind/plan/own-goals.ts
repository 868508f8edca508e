/** Goals for the files that a session changed. Pure. */
import type { FileState } from '#contract';
import { type ContentStore, changedBetween, type FoldedChange, netChanges, type PathGoal } from '#ledger';
import { isInGit } from '../points/points.ts';
import type { RecordedRewinding } from './read-record.ts';

const BETWEEN = 'Somebody else changed it between two changes of this session, and that would be lost, too';
const GONE = 'its bytes are no longer on the ledger';

export interface GoalPorts {
  readonly content: Pick<ContentStore, 'hasNow'>;
  /** Paths that are restored whatever is there now. */
  readonly confirmed: ReadonlySet<string>;
}

/** Takes each path straight to what was there before the session's first change of it. What lies in `.git` is left out. */
export function rewindGoals(changes: readonly FoldedChange[], ports: GoalPorts): PathGoal[] {
  const outsideGit = changes.filter(({ path }) => !isInGit(path));
  const between = changedBetween(outsideGit);
  return netChanges(outsideGit, { direction: 'undo', confirmed: new Set() }).map((goal) => {
    const shared = goal.shared ?? (between.has(goal.path) ? BETWEEN : undefined);
    return finishGoal({ ...goal, ...(shared !== undefined && { shared }) }, ports);
  });
}

/** Takes each path that a rewind changed back to what was there before it. */
export function redoGoals(changes: RecordedRewinding['changes'], ports: GoalPorts): PathGoal[] {
  return changes.map(({ id, path, before, after, settles }) =>
    finishGoal({ event: id, changes: settles, path, expected: after, wanted: before, isConfirmed: false }, ports),
  );
}

/** Bytes that are not kept any more cannot be restored, which is to be known before anything is done. */
function finishGoal(goal: PathGoal, { content, confirmed }: GoalPorts): PathGoal {
  return { ...goal, wanted: markIfNotKept(goal.wanted, content), isConfirmed: confirmed.has(goal.path) };
}

export function markIfNotKept(state: FileState | undefined, content: GoalPorts['content']): FileState | undefined {
  if (state?.hash === undefined || content.hasNow(state.hash)) return state;
  const { hash: _, ...rest } = state;
  return { ...rest, notKept: GONE };
}
