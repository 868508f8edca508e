import type { CallEffects } from '#tools';
import { printingOf } from './find-kept-run.ts';
import type { CommandOrSplitResult, WatchedCommand } from './record-run.ts';

export interface RecordedRun {
  readonly ran: CommandOrSplitResult;
  readonly event: string;
  readonly isKept: boolean;
  readonly seen: CallEffects;
}

/** Remembers a run that came to its end by itself and whose output is kept whole, for when the same is asked for again. */
export async function rememberRun(
  { options, planned, context, inside }: WatchedCommand,
  run: RecordedRun,
): Promise<void> {
  const { kept } = options;
  const { ran, event, isKept, seen } = run;
  const { result, split } = ran;
  const { session, callId } = context;
  const { unchanged } = seen;
  if (kept === undefined || !isKept || result.stopReason !== 'exit' || unchanged === undefined || event === '') return;
  const printing = printingOf({ ...options, exported: await options.exported?.(session) }, planned);
  if (printing === undefined) return;
  const { command } = printing.producer;
  const hasNetwork = inside === undefined || inside.strength === 'network';
  const exitCode = split ? split.producerExitCode : result.exitCode;
  const { durationMs, outputBytes } = result;
  const known = { callId, source: event, at: Date.now(), durationMs, outputBytes, exitCode };
  kept.runs.keep(
    session,
    printing.producer,
    { ...known, isOfWorkspace: !hasNetwork && !kept.isTimely(command) },
    unchanged,
  );
}
