import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isProgram } from '../find-program.ts';
import { PRLIMIT } from './process-limit.ts';

const run = promisify(execFile);

/** Sets the length beyond which files of these processes do not grow, as far as they are alive; `undefined` for none. */
export async function limitFilesOf(pids: readonly number[], bytes: number | undefined): Promise<void> {
  if (!isProgram(PRLIMIT)) return;
  const limit = `--fsize=${bytes === undefined ? 'unlimited' : Math.ceil(bytes)}:`;
  await Promise.all(pids.map((pid) => run(PRLIMIT, ['--pid', String(pid), limit]).catch(() => {})));
}
