import type { StopReason } from '#contract';
import type { CommandLimits, CommandResult } from './run-command.ts';

const FENCE = '`````';

/**
 * What the model is told of a command (φ 1.8): the output in a fence, with the exit code before it when it is not 0
 * or something other than the command itself ended it.
 */
export function resultText(result: CommandResult, limits: CommandLimits): string {
  const lines: string[] = [];
  if (result.exitCode !== 0 || result.stopReason !== 'exit') lines.push(exitLine(result), '');
  const stopped = stoppedLine(result.stopReason, limits);
  if (stopped) lines.push(stopped, '');
  if (result.leftBehind > 0) {
    lines.push(`${result.leftBehind} processes it had left running in the background were ended with it.`, '');
  }
  const output = compactJson(result.output);
  if (output.trim() === '') lines.push('The output was empty.');
  else lines.push(...(lines.length > 0 ? ['Output:'] : []), FENCE, output.replace(/\n$/, ''), FENCE);
  return lines.join('\n');
}

function exitLine({ exitCode, signal }: CommandResult): string {
  return exitCode === undefined ? `Ended by signal ${signal ?? 'unknown'}` : `Exit code: ${exitCode}`;
}

function stoppedLine(reason: StopReason, limits: CommandLimits): string | undefined {
  if (reason === 'exit') return undefined;
  if (reason === 'timeout')
    return `Stopped after its time limit of ${limits.timeoutMs / 1000} s; what it printed until then is kept.`;
  if (reason === 'output')
    return `Stopped at its output limit of ${limits.maxOutputBytes} bytes; what it printed until then is kept.`;
  if (reason === 'abort') return 'Stopped by the person; what it printed until then is kept.';
  return `Stopped: ${reason}.`;
}

/** A whole output that is one JSON object or array is sent without its layout. */
function compactJson(text: string): string {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return text;
  try {
    return JSON.stringify(JSON.parse(trimmed));
  } catch {
    return text;
  }
}
