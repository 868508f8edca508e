import type { FilteredOutput, LedgerEventData } from '#contract';
import { AppError } from '#core/app-error';
import { resultBlock } from '#core/text/result-block';
import type { RecordEvent, RunContext, ToolOutcome } from '#tools';
import type { KeptRun } from './kept-runs.ts';

export interface KeptOutputUse {
  readonly run: KeptRun;
  /** Filter to apply to the whole output, as written on the line. */
  readonly filter: string;
  readonly by: LedgerEventData<'output.filtered'>['by'];
}

/** Runs filters on an output that is kept. @throws AppError as `filterKept` does */
export type FilterOutput = (asked: {
  readonly session: string;
  readonly id: string;
  readonly filter: string;
  readonly workspace: string;
  readonly signal: AbortSignal;
}) => Promise<{ readonly shown: FilteredOutput; readonly recorded: Omit<LedgerEventData<'output.filtered'>, 'by'> }>;

/** Shows the output of an earlier run in place of running the same again; the use is on the record. */
export async function showKept(
  { run, filter, by }: KeptOutputUse,
  {
    session,
    workspace,
    signal,
    record,
  }: Pick<RunContext, 'session' | 'workspace' | 'signal'> & { record: RecordEvent },
  filterOutput: FilterOutput,
): Promise<ToolOutcome> {
  try {
    const { shown, recorded } = await filterOutput({ session, id: run.source, filter, workspace, signal });
    await record('output.filtered', { ...recorded, by });
    const chosen = by === 'person' ? 'The person chose it: nothing' : 'Nothing';
    const head = [
      `Kept output of ${agoOf(run)} (call "${run.callId}"). ${chosen} was run, as nothing that is watched in the workspace has changed since.`,
      ...(run.exitCode === 0 ? [] : [`Exit code of that run: ${run.exitCode ?? 'unknown'}`]),
      ...(shown.problem === undefined ? [] : [shown.problem]),
    ];
    const content =
      shown.text === '' ? `${head.join('\n\n')}\n\n(no output)` : resultBlock({ head, output: shown.text });
    return { outcome: shown.problem === undefined ? 'done' : 'failed', content };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: 'failed', content: `The kept output could not be used: ${error.message}. Nothing was run.` };
  }
}

/** Describes the age, such as `3 minutes ago`. */
export function agoOf({ at }: Pick<KeptRun, 'at'>, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds === 1) return 'a second ago';
  if (seconds < 60) return `${seconds} seconds ago`;
  const minutes = Math.round(seconds / 60);
  if (minutes === 1) return 'a minute ago';
  return minutes < 120 ? `${minutes} minutes ago` : `${Math.round(minutes / 60)} hours ago`;
}
