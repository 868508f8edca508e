import type { CgroupFiles } from './cgroup-files.ts';

/** The names of one version of the memory controller's files, in the folder of a group. */
export interface MemoryFiles {
  readonly folder: string;
  readonly most: string;
  /**
   * Fields of `memory.stat` to count: memory of processes and files held in memory. Cached pages of files on disk can
   * be reclaimed and are not counted.
   */
  readonly counted: readonly string[];
  /** File in which the kernel counts the processes it ended for lack of memory. */
  readonly events: string;
}

export const memoryV1 = (folder: string): MemoryFiles => ({
  folder,
  most: 'memory.limit_in_bytes',
  counted: ['rss', 'shmem'],
  events: 'memory.oom_control',
});

export const memoryV2 = (folder: string): MemoryFiles => ({
  folder,
  most: 'memory.max',
  counted: ['anon', 'shmem'],
  events: 'memory.events',
});

/**
 * Factor by which the kernel's limit exceeds the group's own, so that the watcher can first report what was too much.
 */
const BEYOND = 1.1;
const BEYOND_BYTES = 16 * 1024 * 1024;

/**
 * Memory of a group in bytes, including files in memory (tmpfs), which belong to no process. `undefined`: not known.
 */
export function memoryIn(files: CgroupFiles, { folder, counted }: MemoryFiles): number | undefined {
  const stat = files.read(`${folder}/memory.stat`);
  if (stat === undefined) return undefined;
  return counted.reduce((sum, name) => sum + numberAt(stat, name), 0);
}

/** Whether the kernel has ended some of it, as it wanted more than it may. */
export function hasRunOut(files: CgroupFiles, { folder, events }: MemoryFiles): boolean {
  return numberAt(files.read(`${folder}/${events}`) ?? '', 'oom_kill') > 0;
}

/** Makes the kernel keep a group below somewhat more than `bytes`; if it cannot, the usage is watched nevertheless. */
export function capMemory(files: CgroupFiles, { folder, most }: MemoryFiles, bytes: number | undefined): void {
  try {
    const none = most === 'memory.max' ? 'max' : '-1';
    files.write(`${folder}/${most}`, bytes === undefined ? none : String(kernelCap(bytes)));
  } catch {
    // It is refused, or busy.
  }
}

/** The bytes at which the kernel ends what may hold `bytes`. */
export function kernelCap(bytes: number): number {
  return Math.ceil(bytes * BEYOND + BEYOND_BYTES);
}

function numberAt(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
