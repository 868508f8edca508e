import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTraced, type TracedRun } from './strace.ts';

/** Calls that leave something on the disk. */
const CALLS = 'write,pwrite64,fsync,fdatasync,rename,link,mkdir,unlink,rmdir,symlink,chmod,fchmod,ftruncate';

/** A call of a program: the how manieth of its thread. */
export interface CrashPoint {
  readonly call: string;
  readonly when: number;
}

/** Runs a program under strace, and finds the calls by which it writes in a folder; in `folder/trace`. */
export async function crashPoints(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<{ readonly run: TracedRun; readonly points: readonly CrashPoint[] }> {
  const trace = join(folder, 'trace');
  const run = await runTraced(program, args, ['-y', '-o', trace, '-e', `trace=${CALLS}`]);
  const counts = new Map<string, number>();
  const points: CrashPoint[] = [];
  for (const line of (await readFile(trace, 'utf8')).split('\n')) {
    const [, thread, call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? [];
    if (!thread || !call) continue;
    const when = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, when);
    const isOurs = line.includes(folder) || line.includes('/proc/self/fd/');
    if (isOurs && !points.some((one) => one.call === call && one.when === when)) points.push({ call, when });
  }
  return { run, points };
}

/** Runs a program in which one call meets something: `signal=SIGKILL`, `error=ENOSPC`. */
export function runWith(
  program: string,
  args: readonly string[],
  { call, when }: CrashPoint,
  what: string,
): Promise<TracedRun> {
  const tracing = ['-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:${what}:when=${when}`];
  return runTraced(program, args, tracing);
}
