import { dirname, relative } from 'node:path';
import { MAX_REWIND_FILES, type PathOutcome, type RewindFile, type RewindPlan } from '#contract';
import { mapBounded } from '#core/async/map-bounded';
import { isInside } from '#core/files/inside';
import type { DescribeFile, PathGoal } from '#ledger';
import type { RewindGoals } from './goals.ts';

/** Names the later change that is in the way of a path, where it is on a record. */
export type DescribeOutcome = (outcome: PathOutcome) => PathOutcome;

const OTHERS = 'it was changed since, and not by this session';
/** libuv has four threads for files. */
const PARALLEL = 8;

/** The files of a plan in the order in which they are read, and how many there are of each kind. */
export async function planFiles(
  { goals, others, workspace }: RewindGoals,
  outcomes: readonly PathOutcome[],
  { tell, stateAt }: { readonly tell: DescribeOutcome; readonly stateAt: DescribeFile },
): Promise<Pick<RewindPlan, 'files' | 'counts'>> {
  const all = goals.map((goal, index): PlannedOutcome => {
    const isOthers = others.has(goal.path);
    return { goal, outcome: toldOf(outcomes[index] as PathOutcome, isOthers), isOthers };
  });
  const told = withoutFilled(all);
  const ofKind = (kind: PathOutcome['outcome']) =>
    told.filter(({ outcome, isOthers }) => outcome.outcome === kind && !isOthers).length;
  const counts = {
    restored: ofKind('restored'),
    left: ofKind('left'),
    unknown: ofKind('unknown'),
    others: told.filter(({ isOthers }) => isOthers).length,
  };
  const named = [...told].sort(comparePaths).slice(0, MAX_REWIND_FILES);
  const files = await mapBounded(named, PARALLEL, async ({ goal, outcome, isOthers }): Promise<RewindFile> => {
    const { event: _, ...rest } = tell(outcome);
    const isThere = (await presentKind(goal, outcome, stateAt)) !== undefined;
    return { ...rest, shownPath: shownPath(workspace, goal.path), change: changeOf(isThere, goal), isOthers };
  });
  return { files, counts };
}

function toldOf(outcome: PathOutcome, isOthers: boolean): PathOutcome {
  return isOthers && outcome.canConfirm ? { ...outcome, why: OTHERS } : outcome;
}

/** A path of a plan, and what would become of it. */
interface PlannedOutcome {
  readonly goal: PathGoal;
  readonly outcome: PathOutcome;
  readonly isOthers: boolean;
}

/** Folders go without saying where something in them goes the same way. */
function withoutFilled(told: readonly PlannedOutcome[]): PlannedOutcome[] {
  const filled = new Set<string>();
  for (const one of told) {
    const { path } = one.goal;
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      filled.add(`${rankOf(one)} ${folder}`);
    }
  }
  return told.filter((one) => one.outcome.canConfirm || !filled.has(`${rankOf(one)} ${one.goal.path}`));
}

function comparePaths(one: PlannedOutcome, other: PlannedOutcome): number {
  return rankOf(one) - rankOf(other) || (one.outcome.path < other.outcome.path ? -1 : 1);
}

/** Rank of a file: what is left of the session's own work, then what is restored, then changes of others. */
function rankOf({ outcome, isOthers }: PlannedOutcome): number {
  if (isOthers) return 2;
  return outcome.outcome === 'restored' ? 1 : 0;
}

/** Finds what is at the path now; only a path that is kept can differ from what was left there. */
async function presentKind(goal: PathGoal, { outcome, path }: PathOutcome, stateAt: DescribeFile) {
  if (outcome === 'restored' && !goal.isConfirmed) return goal.expected;
  return await stateAt(path).catch(() => goal.expected);
}

function changeOf(isThere: boolean, { wanted }: PathGoal): RewindFile['change'] {
  if (!wanted) return 'deleted';
  return isThere ? 'modified' : 'created';
}

export function shownPath(workspace: string, path: string): string {
  return path === workspace || !isInside(workspace, path) ? path : relative(workspace, path);
}
