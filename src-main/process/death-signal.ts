import { findProgram, isProgram, type ProgramLookup } from './find-program.ts';

const SETPRIV = '/usr/bin/setpriv';

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * The program under setpriv, so that the kernel kills it when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG):
 * Linux only. A program that is not there stays as it is, so that starting it says so.
 */
export function withDeathSignal(program: Program, where: ProgramLookup): Program {
  if (process.platform !== 'linux' || !isProgram(SETPRIV)) return program;
  const file = findProgram(program.file, where);
  if (file === undefined) return program;
  return { file: SETPRIV, args: ['--pdeathsig', 'KILL', '--', file, ...program.args] };
}
