import { listProcessTree, signalAll } from '../tree.ts';
import type { CgroupFiles } from './cgroup-files.ts';
import { capMemory, hasRunOut, type MemoryFiles, memoryIn } from './cgroup-memory.ts';
import { CpuAccount } from './cpu-account.ts';
import { Leader } from './leader.ts';
import { inSlices, residentBytes, rowOf } from './proc-files.ts';
import type { ContainedTree, Measurement, ProcessContainer } from './process-container.ts';

/** One control group, or one of each hierarchy, around one tree; both versions, which differ in where things are. */
export interface CgroupPaths {
  /** All of its folders; the first has the list of its processes. */
  readonly folders: readonly string[];
  /** Folder with `pids.max`, `pids.current` and `pids.events`; absent if processes are not limited. */
  readonly pids?: string | undefined;
  /** CPU time of everything that was ever in it, in milliseconds; absent if there is no accounting. */
  readonly cpuMs?: ((files: CgroupFiles) => number | undefined) | undefined;
  /** Files of the memory controller; absent if memory is not accounted. */
  readonly memory?: MemoryFiles | undefined;
  /** Writing 1 into it kills all of it at once. */
  readonly killFile?: string | undefined;
}

const KILL_MS = 10_000;
/** A group stays busy for a moment after the last of its processes. */
const REMOVE_MS = 5000;
/** Threads for which there is room beside the processes: of each process, or in all if that is more. */
const THREADS_EACH = 8;
const THREADS = 4096;

export class CgroupContainer implements ProcessContainer {
  readonly #paths: CgroupPaths;
  readonly #files: CgroupFiles;
  readonly #account = new CpuAccount();
  readonly #tree: ContainedTree | undefined;
  readonly #leader: Leader | undefined;
  #most: number | undefined;
  #written = 'max';
  /** Refused while nothing may fork, as something of it is being ended; that is not the command's doing. */
  #ignored = 0;
  #shutAt: number | undefined;

  /** Creates the container; with `tree`, processes that left the group are found by their mark. */
  constructor(paths: CgroupPaths, files: CgroupFiles, tree?: ContainedTree) {
    this.#paths = paths;
    this.#files = files;
    this.#tree = tree;
    this.#leader = tree && new Leader(tree.pid);
  }

  get canLimit(): boolean {
    return this.#paths.pids !== undefined;
  }

  get doors(): string[] {
    return this.#paths.folders.map((folder) => `${folder}/cgroup.procs`);
  }

  pids(): Promise<readonly number[]> {
    return Promise.resolve(this.#list());
  }

  async measure(without: ReadonlySet<number>): Promise<Measurement> {
    const tasks = this.#numberIn('pids.current');
    const all = this.#list();
    const pids = all.filter((pid) => !without.has(pid));
    if (tasks > all.length) await this.#makeRoomForThreads(all);
    const cpuMs = this.#paths.cpuMs?.(this.#files) ?? this.#account.add(all.flatMap((pid) => rowOf(pid) ?? []));
    return {
      pids,
      cpuMs,
      memoryBytes: Math.max(await residentBytes(pids), this.#held()),
      refused: (this.#shutAt ?? this.#refused()) - this.#ignored,
    };
  }

  limitMemory(bytes: number | undefined): void {
    if (this.#paths.memory) capMemory(this.#files, this.#paths.memory, bytes);
  }

  hasRunOut(): boolean {
    return this.#paths.memory !== undefined && hasRunOut(this.#files, this.#paths.memory);
  }

  #held(): number {
    const { memory } = this.#paths;
    return memory === undefined ? 0 : (memoryIn(this.#files, memory) ?? 0);
  }

  limit(most: number | undefined, extra: number): void {
    this.#most = most === undefined ? undefined : most + extra;
    if (most === 0) this.#shutAt ??= this.#refused();
    this.#write(this.#most);
    if (most === 0 || this.#shutAt === undefined) return;
    this.#ignored += this.#refused() - this.#shutAt;
    this.#shutAt = undefined;
  }

  /**
   * Kills the group. Forking is forbidden first, so that no process escapes between being listed and being killed;
   * earlier escapes are found by their mark.
   */
  async kill(around?: ReadonlySet<number>): Promise<void> {
    const leader = this.#leader?.number();
    await this.killHeld();
    // Out of a namespace nothing gets.
    if (around === undefined || around.size < 2) signalAll(await this.strays(leader), 'SIGKILL');
  }

  async killHeld(): Promise<void> {
    this.limit(0, 0);
    await this.#killInside();
  }

  async strays(leader = this.#leader?.number()): Promise<readonly number[]> {
    if (this.#tree === undefined || leader === undefined) return [];
    const inside = new Set(this.#list());
    return (await listProcessTree(leader, this.#tree.marker)).filter((pid) => !inside.has(pid));
  }

  async #killInside(): Promise<void> {
    const deadline = performance.now() + KILL_MS;
    for (let wait = 1; performance.now() < deadline; wait = Math.min(wait * 2, 20)) {
      const left = this.#listed();
      if (left?.length === 0) return;
      if (!this.#killAtOnce()) signalAll(left ?? [], 'SIGKILL');
      await pause(wait);
    }
  }

  async release(): Promise<void> {
    const deadline = performance.now() + REMOVE_MS;
    for (let wait = 1; !this.#tryRemove() && performance.now() < deadline; wait = Math.min(wait * 2, 200)) {
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
    }
  }

  #tryRemove(): boolean {
    const outcomes = this.#paths.folders.map((folder) => {
      try {
        this.#files.removeFolder(folder);
        return true;
      } catch (error) {
        return (error as { code?: string }).code === 'ENOENT';
      }
    });
    return outcomes.every((isGone) => isGone);
  }

  #list(): number[] {
    return this.#listed() ?? [];
  }

  /** Lists its processes; undefined if that cannot be done now, as where this process has too many files open. */
  #listed(): number[] | undefined {
    const [folder = ''] = this.#paths.folders;
    const text = this.#files.read(`${folder}/cgroup.procs`);
    if (text === undefined) return this.#files.isThere(folder) ? undefined : [];
    // A process of another PID namespace is 0 here.
    return text
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0);
  }

  #killAtOnce(): boolean {
    if (this.#paths.killFile === undefined) return false;
    try {
      this.#files.write(this.#paths.killFile, '1');
      return true;
    } catch {
      return false;
    }
  }

  /** The kernel's limit counts threads, ours processes: it moves up by as many threads as there are, within reason. */
  async #makeRoomForThreads(pids: readonly number[]): Promise<void> {
    if (this.#most === undefined || this.#paths.pids === undefined) return;
    const more = await inSlices(pids, (pid) => Math.max(0, (rowOf(pid)?.threads ?? 1) - 1));
    // The limit may be another by now.
    if (this.#most === undefined || this.#shutAt !== undefined) return;
    const threads = more.reduce((sum, count) => sum + count, 0);
    this.#write(this.#most + Math.min(threads, Math.max(THREADS_EACH * this.#most, THREADS)));
  }

  #refused(): number {
    return Number(/^max (\d+)/m.exec(this.#textOf('pids.events'))?.[1] ?? 0);
  }

  #numberIn(name: string): number {
    return Number(this.#textOf(name) || 0);
  }

  #textOf(name: string): string {
    const { pids } = this.#paths;
    return pids === undefined ? '' : (this.#files.read(`${pids}/${name}`) ?? '');
  }

  #write(most: number | undefined): void {
    const text = most === undefined ? 'max' : String(most);
    if (this.#paths.pids === undefined || text === this.#written) return;
    try {
      this.#files.write(`${this.#paths.pids}/pids.max`, text);
      this.#written = text;
    } catch {
      // It is counted all the same.
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
