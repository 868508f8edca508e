import type { LedgerEventData } from '#contract';
import type { RunBranches } from '../ports.ts';

/**
 * Says of the branch that a run worked in what it came to. The run itself is on the record: a branch that was erased in
 * the meantime takes nothing from it.
 */
export async function endBranch(
  branches: Pick<RunBranches, 'end'>,
  branch: string | undefined,
  { state, line, turn, tokens, cost }: LedgerEventData<'schedule.ended'>,
): Promise<void> {
  if (branch === undefined) return;
  const use = { ...(tokens !== undefined && { tokens }), ...(cost !== undefined && { cost }) };
  await branches.end(branch, { state, line, ...(turn !== undefined && { turn }), ...use }).catch(() => {});
}
