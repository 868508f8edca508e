import type { RunLimits } from '#contract';
import { resultBlock } from '#core/text/result-block';
import type { CommandResult } from '../runs/run-command.ts';

/** Remarks on a line whose filters were removed. */
export interface SplitRemarks {
  readonly producer: string;
  /** Exit code of the producer; undefined if the filters were not run, so that `result` is the producer's. */
  readonly producerExitCode: number | undefined;
  readonly remarks: readonly string[];
  /** The filters left nothing. */
  readonly isEmpty: boolean;
}

/**
 * Builds the result of a command for the model (φ 1.8): the output in a fence, preceded by the exit code if it is not 0
 * or something other than the command itself ended it.
 */
export function resultText(result: CommandResult, limits: RunLimits, split?: SplitRemarks): string {
  const head: string[] = [];
  const differs = split?.producerExitCode !== undefined && split.producerExitCode !== result.exitCode;
  if (result.exitCode !== 0 || result.stopReason !== 'exit' || differs) head.push(exitLine(result));
  if (differs) {
    head.push(
      `That is of the whole line, as bash reports it. Exit code of "${split.producer}": ${split.producerExitCode}`,
    );
  }
  const stopped = stoppedLine(result, limits);
  if (stopped) head.push(stopped);
  if (result.leftBehind > 0) {
    const { leftBehind } = result;
    const [left, were] = leftBehind === 1 ? ['One process', 'was'] : [`${leftBehind} processes`, 'were'];
    head.push(`${left} it had left running in the background ${were} ended with it.`);
  }
  head.push(...(split?.remarks ?? []));
  if (split?.isEmpty && result.output === '') return [...head.flatMap((line) => [line, '']), '(no output)'].join('\n');
  return resultBlock({ head, output: result.output });
}

function exitLine({ exitCode, signal }: CommandResult): string {
  return exitCode === undefined ? `Ended by signal ${signal ?? 'unknown'}` : `Exit code: ${exitCode}`;
}

function stoppedLine({ stopReason, stopText }: CommandResult, limits: RunLimits): string | undefined {
  if (stopReason === 'exit') return undefined;
  if (stopReason === 'abort') return 'Stopped by the person; what it printed until then is kept.';
  const where = atLimit(stopReason, limits);
  if (where === undefined) return `Stopped: ${stopReason}.`;
  const why = stopText === undefined ? '' : ` ${withStop(stopText)}`;
  return `Stopped ${where}; what it printed until then is kept.${why} ${WHAT_TO_DO}`;
}

const WHAT_TO_DO = 'Do less at once, or ask the person to raise this limit, and only then run it again.';

function atLimit(reason: CommandResult['stopReason'], limits: RunLimits): string | undefined {
  switch (reason) {
    case 'timeout':
      return `after its time limit of ${limits.timeoutMs / 1000} s`;
    case 'output':
      return `at its output limit of ${limits.maxOutputBytes} bytes`;
    case 'cpu':
      return `at its CPU limit of ${limits.cpuPercent} % of one core`;
    case 'memory':
      return `at its memory limit of ${megabytes(limits.memoryBytes)}`;
    case 'disk':
      return `at its disk limit: the workspace may grow by ${megabytes(limits.diskBytes)}`;
    case 'processes':
      return `at its limit of ${limits.processes} processes at one moment`;
    default:
      return undefined;
  }
}

const megabytes = (bytes = 0): string => `${Math.round(bytes / 1_048_576)} MB`;

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
