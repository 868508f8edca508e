import type { Program } from '../death-signal.ts';
import { underBubblewrap } from './bubblewrap.ts';
import type { SandboxOptions } from './options.ts';
import { SANDBOX_EXEC, underSeatbelt } from './seatbelt.ts';

export interface SandboxedProgram extends Program {
  /** Whether it ends with us, along with everything it started. */
  readonly diesWithHost: boolean;
  /** Whether it has to be given a filter for system calls (`ContainedStart.filter`). */
  readonly readsFilter?: boolean | undefined;
}

/** The program in a box of the given strength, by what this system has for it; started in `cwd`. */
export function programInSandbox(program: Program, options: SandboxOptions): SandboxedProgram {
  if (options.program === SANDBOX_EXEC) return { ...underSeatbelt(program, options), diesWithHost: false };
  const readsFilter = options.filterFrom !== undefined;
  return { ...underBubblewrap(program, options), diesWithHost: true, readsFilter };
}
