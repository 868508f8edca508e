import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** A process as /proc/<pid>/stat has it. */
export interface ProcRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly isZombie: boolean;
  /** Whether a signal has stopped it. */
  readonly isStopped: boolean;
  /** Its own, in clock ticks. */
  readonly ownTicks: number;
  /** CPU time of children that have exited and were waited for, in clock ticks. */
  readonly childTicks: number;
  readonly threads: number;
  /** Start time in clock ticks since boot; together with `pid` it identifies a process for good. */
  readonly startedAt: number;
  readonly residentPages: number;
}

/**
 * Milliseconds per clock tick of /proc: the kernel's USER_HZ is 100 wherever Node runs
 * ([proc(5)](https://man7.org/linux/man-pages/man5/proc.5.html)).
 */
export const TICK_MS = 10;

/** Time between two breaks in which other work gets its turn, in milliseconds. */
const SLICE_MS = 4;

/** All of a stat, and of most other files of /proc, at once. */
const chunk = Buffer.allocUnsafe(4096);

/**
 * Reads a file of /proc synchronously: stat and statm wait for no lock of the process, so this is safe, and much
 * cheaper than promises; into one buffer it takes half of the time of `readFileSync`.
 */
export function readProc(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const length = readSync(file, chunk, 0, chunk.length, 0);
    return length < chunk.length ? chunk.toString('latin1', 0, length) : readFileSync(path, 'latin1');
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads the row of a process; `undefined` if there is no such process. */
export function rowOf(pid: number): ProcRow | undefined {
  return parseRow(readProc(`/proc/${pid}/stat`));
}

/** `pid (name) state …`, where the name may hold spaces and parentheses (proc(5)). */
export function parseRow(stat: string): ProcRow | undefined {
  const end = stat.lastIndexOf(')');
  if (end < 0) return undefined;
  const fields = stat.slice(end + 2).split(' ', 22);
  const at = (field: number) => Number(fields[field - 3]);
  return {
    pid: Number.parseInt(stat, 10),
    parent: at(4),
    group: at(5),
    session: at(6),
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    isStopped: fields[0] === 'T',
    ownTicks: at(14) + at(15),
    childTicks: at(16) + at(17),
    threads: at(20),
    startedAt: at(22),
    residentPages: at(24),
  };
}

/** Reads the row of every process of the machine, in slices. */
export async function allRows(): Promise<ProcRow[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const rows = await inSlices(pids, (pid) => rowOf(Number(pid)));
  return rows.filter((row) => row !== undefined);
}

/** Does `work` for one item after the other, and lets others have their turn every few milliseconds. */
export async function inSlices<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let since = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - since < SLICE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
  return results;
}

let pageBytes: number | undefined;

/** Reads the page size, the unit of memory in `statm` and `stat`, in bytes. */
export function pageSize(): number {
  pageBytes ??= 1024 * Number(/^KernelPageSize:\s*(\d+)/m.exec(readProc('/proc/self/smaps'))?.[1] ?? 4);
  return pageBytes;
}

/** Sums the resident memory of processes, in bytes. */
export async function residentBytes(pids: readonly number[]): Promise<number> {
  const pages = await inSlices(pids, (pid) => Number(readProc(`/proc/${pid}/statm`).split(' ')[1] ?? 0));
  return pages.reduce((sum, count) => sum + count, 0) * pageSize();
}

/**
 * Processes and threads of the whole machine: one cheap look, from which a storm of forks shows at once. 0 if there is
 * no /proc.
 */
export function taskCount(): number {
  return Number(/\/(\d+)/.exec(readProc('/proc/loadavg'))?.[1] ?? 0);
}
