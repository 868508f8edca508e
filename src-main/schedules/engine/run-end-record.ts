import type { LedgerEventData } from '#contract';
import type { TaskRunFacts } from '../inbox/run-facts.ts';
import type { TaskRecords } from '../ports.ts';
import type { TaskPlan } from '../tasks/plans.ts';

export type RunEnd = LedgerEventData<'schedule.ended'>;

/** Called with an end that could not be recorded, which is to be told and recorded later. */
export type OnUnrecorded = (ended: RunEnd, error: unknown) => void;

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

/** Records the end of a run, or has it told as one that could not be recorded. Never throws. */
export async function recordRunEnd(
  ended: RunEnd,
  { records, onUnrecorded }: { readonly records: Pick<TaskRecords, 'append'>; readonly onUnrecorded: OnUnrecorded },
): Promise<void> {
  try {
    await records.append(ended.workspace, 'schedule.ended', ended);
  } catch (error) {
    onUnrecorded(ended, error);
  }
}
