import { constants } from 'node:os';
import type { Exit } from '#process/process-group';
import type { ShellReport } from './process/shell-program.ts';

/** End of a command: the shell reported it, or it ended itself. */
export type CommandEnd =
  | { readonly report: ShellReport }
  | { readonly report?: undefined; readonly exitCode: number; readonly why?: string };

/** Exit code of a command whose shell was ended and could tell nothing more. */
export const NOT_TOLD = -1;

/** Computes the exit code as shells do: 128 plus the number of the signal. */
export function exitCodeOf({ exitCode, signal }: Exit): number {
  return exitCode ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
}
