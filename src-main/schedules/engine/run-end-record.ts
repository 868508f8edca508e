import type { LedgerEventData } from '#contract';
import type { TaskRunFacts } from '../inbox/run-facts.ts';
import type { TaskRecords } from '../ports.ts';
import type { TaskPlan } from '../tasks/plans.ts';

export type RunEnd = LedgerEventData<'schedule.ended'>;

/** Builds the record of a run's end. Its lines are those of Changes; if they cannot be counted, the recorded ones. */
export async function runEndRecord(
  id: TaskPlan['id'] & { readonly run: string },
  facts: TaskRunFacts,
  end: Pick<RunEnd, 'state' | 'line'>,
  { session, records }: { readonly session: string | undefined; readonly records: Pick<TaskRecords, 'lines'> },
): Promise<RunEnd> {
  const { turn, files, addedLines, removedLines, tokens, cost, refusals } = facts;
  const isCounted = session !== undefined && turn !== undefined && files > 0;
  const counting = isCounted ? records.lines?.(session, turn) : undefined;
  const lines = (await counting?.catch(() => undefined)) ?? { added: addedLines, removed: removedLines };
  return {
    ...id,
    ...end,
    files,
    addedLines: lines.added,
    removedLines: lines.removed,
    refused: refusals.length,
    ...(turn !== undefined && { turn }),
    ...(tokens !== undefined && { tokens }),
    ...(cost !== undefined && { cost }),
  };
}
