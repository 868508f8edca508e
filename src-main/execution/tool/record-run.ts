import type { BoxStrength, RunLimits } from '#contract';
import type { Approval, CallEffects, RunContext } from '#tools';
import type { Box } from '../runs/box.ts';
import type { CommandResult } from '../runs/run-command.ts';
import type { SplitResult } from '../runs/run-split.ts';
import type { ExecuteOptions, ExtraVariables, PlannedCommand } from './execute-options.ts';
import type { RefusedByBox } from './refused-by-box.ts';

/** A command with where it was allowed to run. */
export interface WatchedCommand {
  readonly options: ExecuteOptions;
  readonly planned: PlannedCommand;
  readonly context: RunContext;
  readonly allowed: Approval;
  readonly inside?: { readonly strength: BoxStrength; readonly box: Box; readonly git: ExtraVariables | undefined };
}

/** Result of a command, split or as written. */
export type CommandOrSplitResult =
  | SplitResult
  | { readonly result: CommandResult; readonly split?: undefined; readonly treated?: undefined };

export interface EndedRun {
  readonly ran: CommandOrSplitResult;
  readonly spoolPath: string;
  readonly seen: CallEffects;
  readonly limits: RunLimits;
  readonly refused: RefusedByBox | undefined;
}

/** Writes down what a command did and what came of it; the event, and whether all of its output is kept. @throws NotRecordedError */
export async function recordRun(
  watched: WatchedCommand,
  end: EndedRun,
): Promise<{ readonly event: string; readonly isKept: boolean }> {
  const { options, planned, context, inside } = watched;
  const { ran, spoolPath, seen, limits, refused } = end;
  const { result, split } = ran;
  const spool = await options.content.keepFile(spoolPath).catch(() => undefined);
  const containment = await options.limiter?.containment();
  const event = await context.record('command.ran', {
    ...planned,
    limits,
    ...(result.exitCode !== undefined && { exitCode: result.exitCode }),
    ...(result.signal !== undefined && { signal: result.signal }),
    stopReason: result.stopReason,
    durationMs: result.durationMs,
    ...(result.peak && { peak: result.peak }),
    ...(containment && { heldBy: containment.state.step }),
    output: result.output,
    outputBytes: result.outputBytes,
    ...(spool && {
      spool: {
        hash: spool.hash,
        bytes: spool.size,
        complete: result.hasAllInSpool,
        ...(result.redacted > 0 && { redacted: result.redacted }),
      },
    }),
    notWatched: [...seen.notWatched],
    ...(seen.alongside.length > 0 && { alongside: [...seen.alongside] }),
    ...(inside && { sandbox: inside.strength }),
    ...(refused && { refusedByBox: [...refused.lines] }),
    ...(split && { split }),
  });
  return { event, isKept: spool !== undefined && result.hasAllInSpool };
}
