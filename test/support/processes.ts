import { readdir, readFile } from 'node:fs/promises';

/** The live processes whose environment holds `mark`; zombies that pid 1 has not reaped yet do not count. */
export async function processesWithMark(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return environment.includes(mark) && (await isAlive(Number(pid))) ? Number(pid) : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined && pid !== process.pid) as number[];
}

/** Whether the process exists and is no zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return state !== '' && state !== 'Z' && state !== 'X';
}
