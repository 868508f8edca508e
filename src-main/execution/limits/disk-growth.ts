import { stat, statfs } from 'node:fs/promises';
import { realOrSame } from '#core/real-path';
import { openBytes } from './open-files.ts';
import { type SizedFile, walkSize } from './walk-size.ts';

export interface DiskGrowthOptions {
  readonly workspace: string;
  /** Absolute paths of folders that count as the workspace does. */
  readonly alsoCounted?: readonly string[] | undefined;
  readonly notCounted: readonly string[];
  readonly pids: () => Promise<readonly number[]>;
  /** Time from which new files count as growth, in Unix milliseconds; now if absent. */
  readonly startedAt?: number | undefined;
  /** Called after each measurement. */
  readonly onGrowth?: (bytes: number) => void;
}

/** Least time between two walks, in milliseconds; below, the share of the time that a walk may take. */
const EVERY_MS = 2000;
const SHARE = 100;
const MAX_EVERY_MS = 60_000;
/** The same where the file system lost less than this share of the limit since the last walk. */
const STILL_SHARE = 0.001;
const STILL_EVERY_MS = 10_000;
/** The same while the limit seems to be near. */
const SOON_SHARE = 4;
/** The clock of file systems may be late by as much: a tick of the kernel's. */
const CLOCK_MS = 10;

/**
 * Growth of a workspace, and of what counts with it, since this was created. It is walked from time to time, the more
 * rarely the longer that takes, and at once if the file system's free space suggests that the limit may have been
 * reached. Deleted files that are still open count.
 */
export class DiskGrowth {
  readonly #options: DiskGrowthOptions;
  readonly #startedAt: number;
  readonly #stop = new AbortController();
  #base: Promise<number | undefined> | undefined;
  #root: string;
  /** One folder of each file system. */
  #disks: Promise<readonly string[]> | undefined;
  #nextAt = 0;
  #walkedAt = Number.NEGATIVE_INFINITY;
  #soonestAt = 0;
  #freeAtWalk: number | undefined;
  #growth: number | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: DiskGrowthOptions) {
    this.#options = options;
    this.#root = options.workspace;
    this.#startedAt = (options.startedAt ?? Date.now()) - CLOCK_MS;
  }

  /** The last that is known; `undefined` if the workspace is too large to be measured. Looks again where it is time. */
  look(limit: number | undefined): number | undefined {
    if (this.#looking === undefined && !this.#stop.signal.aborted) {
      this.#looking = this.#lookAnew(limit)
        .catch(() => {})
        .finally(() => {
          this.#looking = undefined;
        });
    }
    return this.#growth;
  }

  /** Whether so much of the disk went since it was looked at that the limit may have been reached: worth a look at once. Costs little. */
  async isRush(limit: number | undefined): Promise<boolean> {
    const free = await this.#free();
    this.#freeAtWalk ??= free;
    return this.#looking === undefined && performance.now() >= this.#soonestAt && this.#mayBeOver(free, limit);
  }

  stop(): void {
    this.#stop.abort();
  }

  async #lookAnew(limit: number | undefined): Promise<void> {
    // What ends before it is looked at is not walked for.
    this.#base ??= this.#measureBase();
    const base = await this.#base;
    const free = await this.#free();
    const now = performance.now();
    if (now < this.#soonestAt || (now < this.#nextAtWith(free, limit) && !this.#mayBeOver(free, limit))) {
      // What others give back must not hide what this one takes.
      this.#freeAtWalk = Math.max(this.#freeAtWalk ?? 0, free ?? 0);
      return;
    }
    this.#freeAtWalk = free;
    const startedAt = performance.now();
    const first = await this.#growthNow(base);
    // What is moved while it is walked can be counted twice: what is too much is looked at once more.
    const isOver = limit !== undefined && first !== undefined && first > limit;
    const again = isOver ? await this.#growthNow(base) : first;
    const took = performance.now() - startedAt;
    this.#walkedAt = performance.now();
    this.#soonestAt = this.#walkedAt + took * SOON_SHARE;
    this.#nextAt = this.#walkedAt + Math.min(Math.max(EVERY_MS, took * SHARE), MAX_EVERY_MS);
    this.#growth = first === undefined || again === undefined ? undefined : Math.min(first, again);
    if (this.#growth !== undefined) this.#options.onGrowth?.(this.#growth);
  }

  async #growthNow(base: number | undefined): Promise<number | undefined> {
    const size = base === undefined ? undefined : await this.#walk();
    const open = await openBytes(await this.#options.pids(), this.#root, this.#startedAt);
    if (size !== undefined && base !== undefined) return size + open.deleted - base;
    // Too large to be walked: what is being written is still seen.
    return open.young > 0 ? open.young : undefined;
  }

  /** Computes the time of the next walk: not much later, as what others give back can hide what this one takes. */
  #nextAtWith(free: number | undefined, limit: number | undefined): number {
    if (free === undefined || this.#freeAtWalk === undefined || limit === undefined) return this.#nextAt;
    const isStill = this.#freeAtWalk - free < limit * STILL_SHARE;
    return isStill ? Math.max(this.#nextAt, this.#walkedAt + STILL_EVERY_MS) : this.#nextAt;
  }

  /**
   * Whether the growth may exceed the limit: since the last walk the disk lost more than half of the remaining
   * allowance.
   */
  #mayBeOver(free: number | undefined, limit: number | undefined): boolean {
    if (limit === undefined || free === undefined || this.#freeAtWalk === undefined) return false;
    return this.#freeAtWalk - free > Math.max(limit - (this.#growth ?? 0), 0) / 2;
  }

  async #measureBase(): Promise<number | undefined> {
    this.#root = await realOrSame(this.#options.workspace);
    this.#freeAtWalk ??= await this.#free();
    // What has been made since we began is growth already.
    const before = ({ bytes, bornAt }: SizedFile) => (bornAt >= this.#startedAt ? 0 : bytes);
    return await this.#walk(before);
  }

  async #walk(bytesOf?: (file: SizedFile) => number): Promise<number | undefined> {
    const { alsoCounted = [], notCounted } = this.#options;
    const options = { notCounted: new Set(notCounted), signal: this.#stop.signal, ...(bytesOf && { bytesOf }) };
    const sizes = await Promise.all([this.#root, ...alsoCounted].map((folder) => walkSize(folder, options)));
    return sizes.includes(undefined) ? undefined : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  }

  async #free(): Promise<number | undefined> {
    const { workspace, alsoCounted = [] } = this.#options;
    this.#disks ??= oneOfEachDisk([workspace, ...alsoCounted]);
    const found = await Promise.all((await this.#disks).map((folder) => statfs(folder).catch(() => undefined)));
    return found.reduce<number | undefined>(
      (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one.bfree * one.bsize),
      0,
    );
  }
}

async function oneOfEachDisk(folders: readonly string[]): Promise<readonly string[]> {
  const disks = new Map<number, string>();
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (found && !disks.has(found.dev)) disks.set(found.dev, folder);
  }
  return [...disks.values()];
}
