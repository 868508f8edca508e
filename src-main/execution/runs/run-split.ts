import { type FileHandle, open, unlink } from 'node:fs/promises';
import { constants } from 'node:os';
import type { LedgerEventData, LiveUsage, RunLimits } from '#contract';
import { AppError } from '#core/app-error';
import type { Exit } from '#process/process-group';
import { higherPeak } from './limiter.ts';
import { type CommandOptions, type CommandResult, runCommand } from './run-command.ts';
import { type FilterResult, runFilter } from './run-filter.ts';
import { type FilterShellState, StateReader, tellingState } from './shell-state.ts';
import type { CommandSplit } from './split.ts';
import { type SplitTreatment, treatmentNotice } from './split-texts.ts';

export type RecordedSplit = NonNullable<LedgerEventData<'command.ran'>['split']>;

export interface SplitOptions extends Omit<CommandOptions, 'stdout' | 'onSide'> {
  /** `command` is the line as written. */
  readonly split: CommandSplit;
  /** Path of a file that is made for what the filters read, and removed before anything is written to it. */
  readonly stdoutPath: string;
  /** Duration from which a command counts as slow, in milliseconds. */
  readonly slowMs: number;
}

export interface SplitResult {
  /** Result of the whole line: the output that is shown, and the exit code that bash reports for it. */
  readonly result: CommandResult;
  readonly split: RecordedSplit;
  readonly treated: SplitTreatment;
}

/**
 * Runs a line whose filters were taken off: first what prints, to its end, then the filters on all that it printed. What
 * the filters read is never part of a command line.
 */
export async function runSplit(options: SplitOptions): Promise<SplitResult> {
  const { split, slowMs } = options;
  const hasMore = split.lastMemberAt > 0;
  const reader = new StateReader();
  using raised = latestLimits(options);
  await using stdout = await openNameless(options.stdoutPath);
  const produced = await runCommand({
    ...options,
    stdout: stdout?.writer.createWriteStream(),
    command: hasMore ? tellingState(split.cleaned, split.lastMemberAt) : split.cleaned,
    ...(hasMore && { onSide: reader.read }),
  });
  const state = reader.state;
  const isStopped = produced.stopReason !== 'exit';
  if (isStopped || (hasMore && !state)) {
    return finish(options, produced, { treatment: 'not-filtered', isStopped, result: produced });
  }
  if (produced.durationMs >= slowMs) return finish(options, produced, { treatment: 'slow', result: produced });
  if (!stdout || !produced.hasAllOfStdout) {
    return finish(options, produced, {
      treatment: 'filter-failed',
      problem: 'its input could not be kept',
      result: produced,
    });
  }
  return await filterOutput(options, produced, { state, limits: raised.limits, input: stdout.reader });
}

interface FilterStart {
  readonly state: FilterShellState | undefined;
  readonly limits: RunLimits;
  readonly input: FileHandle;
}

/**
 * Opens a file for the input of the filters, which is what was printed, keys included, as in bash. So the file has no
 * name while it has content: nothing of it stays when this process ends. `undefined` if it cannot be created.
 */
async function openNameless(path: string) {
  const writer = await open(path, 'wx', 0o600).catch(() => undefined);
  if (!writer) return undefined;
  const reader = await open(path, 'r').catch(() => undefined);
  const close = async () => void (await Promise.allSettled([writer.close(), reader?.close()]));
  const isHidden = await unlink(path).then(
    () => true,
    () => false,
  );
  if (reader && isHidden) return { writer, reader, [Symbol.asyncDispose]: close };
  await close();
  return undefined;
}

async function filterOutput(
  options: SplitOptions,
  produced: CommandResult,
  { state, limits, input }: FilterStart,
): Promise<SplitResult> {
  const { sandbox, isProven, marker, limiter, redactor } = options;
  const filter = await runFilter({
    ...afterwards({ ...options, limits }, produced),
    filter: options.split.removedPipeline,
    input: input.createReadStream({ start: 0 }),
    cwd: state?.cwd ?? options.cwd,
    environment: state?.environment ?? options.environment,
    sandbox,
    isProven,
    limiter,
    redactor,
    ...(marker !== undefined && { marker }),
  }).catch(notStarted);
  if ('problem' in filter) return finish(options, produced, { ...filter, result: produced });
  const whole = {
    ...produced,
    ...exitOfLine(produced, filter, state?.isPipefail ?? false),
    errorText: produced.errorText + filter.errorText,
    durationMs: produced.durationMs + filter.durationMs,
    peak: higherPeak(produced.peak, filter.peak),
  };
  const problem = filterProblem(filter);
  if (problem !== undefined)
    return finish(options, produced, { treatment: 'filter-failed', filter, problem, result: whole });
  const output = produced.errorText + filter.text + filter.errorText;
  const treatment = filter.bytes === 0 ? 'empty' : 'filtered';
  return finish(options, produced, { treatment, filter, result: { ...whole, output } });
}

/** The treatment of filters that could not start, as when their folder is gone: the command before them has run. @throws what is no AppError */
function notStarted(error: unknown): { readonly treatment: 'filter-failed'; readonly problem: string } {
  if (error instanceof AppError) return { treatment: 'filter-failed', problem: error.message };
  throw error;
}

/** The limits when the filters start. */
function latestLimits({ limits, onRaised }: SplitOptions): Disposable & { readonly limits: RunLimits } {
  let latest = limits;
  const unsubscribe = onRaised?.((now) => {
    latest = now;
  });
  return {
    get limits() {
      return latest;
    },
    [Symbol.dispose]: () => unsubscribe?.(),
  };
}

/** The line has one time, what runs before the filters included; what was printed so far is told with what the filters use. */
function afterwards({ limits, onRaised, onUsage, signal }: SplitOptions, { durationMs, outputBytes }: CommandResult) {
  const left = (all: RunLimits): RunLimits => ({ ...all, timeoutMs: Math.max(0, all.timeoutMs - durationMs) });
  return {
    signal,
    limits: left(limits),
    ...(onRaised && { onRaised: (listener: (all: RunLimits) => void) => onRaised((all) => listener(left(all))) }),
    onUsage: (usage: LiveUsage) =>
      onUsage?.({
        ...usage,
        elapsedMs: usage.elapsedMs + durationMs,
        outputBytes: usage.outputBytes + outputBytes,
      }),
  };
}

/** Computes the status as a shell does for a command ended by a signal. */
export function exitStatus({ exitCode, signal }: Exit): number | undefined {
  if (exitCode !== undefined) return exitCode;
  const number = constants.signals[signal as NodeJS.Signals];
  return number === undefined ? undefined : 128 + number;
}

/** Exit code that bash reports for the line as it was written (docs/decisions/011-guard.md). */
function exitOfLine(produced: Exit, filter: Exit, isPipefail: boolean): Exit {
  const last = exitStatus(filter);
  return { exitCode: last === 0 && isPipefail ? exitStatus(produced) : last, signal: undefined };
}

/** A filter that finds nothing says so by its exit code alone; one that fails says why, or could not be run. */
function filterProblem(filter: FilterResult): string | undefined {
  const { unread, stopReason, stopText, signal, exitCode, errorText } = filter;
  if (unread !== undefined) return `its input could not be read: ${unread}`;
  if (stopText !== undefined) return `it was stopped: ${stopText}`;
  if (stopReason === 'timeout') return 'it was stopped at the time limit';
  if (stopReason === 'output') return 'it was stopped at the output limit';
  if (stopReason !== 'exit') return 'it was stopped';
  if (signal !== undefined) return `it was ended by signal ${signal}`;
  if (exitCode === 0) return undefined;
  const said = errorText.trim();
  const isUnrunnable = exitCode === 126 || exitCode === 127;
  return said !== '' || isUnrunnable ? `exit code ${exitCode}${said && `: ${said}`}` : undefined;
}

interface FinishedFilter extends Pick<SplitTreatment, 'treatment' | 'problem' | 'isStopped'> {
  readonly filter?: FilterResult;
  readonly result: CommandResult;
}

function finish(options: SplitOptions, produced: CommandResult, finished: FinishedFilter): SplitResult {
  const { split, command } = options;
  const { filter, result, ...rest } = finished;
  const producerExitCode = exitStatus(produced);
  const treated: SplitTreatment = { ...rest, split, command, producerExitCode, durationMs: produced.durationMs };
  const filterExitCode = filter && exitStatus(filter);
  return {
    result,
    treated,
    split: {
      producer: split.cleaned,
      filter: split.removedPipeline,
      removed: [...split.removedNames],
      ...(producerExitCode !== undefined && { producerExitCode }),
      treatment: finished.treatment,
      ...(filterExitCode !== undefined && { filterExitCode }),
      ...(filter && { filterMs: filter.durationMs }),
      ...(filter && filter.stopReason !== 'exit' && { filterStopReason: filter.stopReason }),
      notice: treatmentNotice(treated),
    },
  };
}
