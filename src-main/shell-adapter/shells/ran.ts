import { constants } from 'node:os';
import type { Exit } from '#process/process-group';
import type { ShellReport } from './shell-program.ts';

/** How a command ended: the shell told so, or it ended itself. */
export type Ran =
  | { readonly report: ShellReport }
  | { readonly report?: undefined; readonly exitCode: number; readonly why?: string };

/** A shell was ended that could tell nothing more: what its command made of itself is not known. */
export const NOT_TOLD = -1;

/** As shells count: a signal is 128 and its number. */
export function exitCodeOf({ exitCode, signal }: Exit): number {
  return exitCode ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
}
