import { stat } from 'node:fs/promises';
import { realOrSame } from '#core/files/real-path';
import type { ContainedGroup } from '#process/containment/model';
import { FreeSpace } from './free-space.ts';
import { openBytes } from './open-files.ts';
import { roomLookMs } from './room-look.ts';
import { type SizedFile, walkSize } from './walk-size.ts';

export interface DiskGrowthOptions {
  readonly workspace: string;
  /** Absolute paths of folders that count as the workspace does. */
  readonly alsoCounted?: readonly string[] | undefined;
  readonly notCounted: readonly string[];
  readonly group: Pick<ContainedGroup, 'pids' | 'pause' | 'goOn'>;
  /** Time from which new files count as growth, in Unix milliseconds; now if absent. */
  readonly startedAt?: number | undefined;
  /** Called after each measurement. */
  readonly onGrowth?: (bytes: number) => void;
}

/** Least time between two walks, in milliseconds; below, the share of the time that a walk may take. */
const EVERY_MS = 2000;
const SHARE = 100;
const MAX_EVERY_MS = 60_000;
/** Share of the limit below which a loss since the last walk counts as none, so that walks are as rare as `STILL_EVERY_MS`. */
const STILL_SHARE = 0.001;
const STILL_EVERY_MS = 10_000;
/** The same as `SHARE`, while the limit seems to be near. */
const SOON_SHARE = 4;
/** The same as `SHARE`, for walks during which the command stands still: what others write to the disk must not slow this one down. */
const PAUSED_SHARE = 10;
/** Share of the limit by which the disk must have lost more than what is left, for all to be stopped. */
const OVER_SHARE = 0.02;
/** Time that stopping takes, in milliseconds. */
const PAUSE_MS = 3;
/** The clock of file systems may be late by as much: a tick of the kernel's. */
const CLOCK_MS = 10;

/**
 * Growth of a workspace, and of what counts with it, since this was created. It is walked from time to time, the more
 * rarely the longer that takes, at once if the file system's free space suggests that the limit may soon be reached, and
 * with all processes stopped if it suggests that it has been. Deleted files that are still open count.
 */
export class DiskGrowth {
  readonly #options: DiskGrowthOptions;
  readonly #startedAt: number;
  readonly #stop = new AbortController();
  readonly #space: FreeSpace;
  #base: Promise<number | undefined> | undefined;
  #root: string;
  #boxed: ReadonlySet<number> = new Set();
  #nextAt = 0;
  #walkedAt = Number.NEGATIVE_INFINITY;
  #soonestAt = 0;
  #pausableAt = 0;
  /** Reason for which its processes are stopped, if they are. */
  #paused: 'to be looked at' | 'for good' | undefined;
  #lost = 0;
  #lookedAt = performance.now();
  /** Bytes that went in a millisecond before the last look at the free space. */
  #speed = 0;
  /** Lost when the walk that goes on began: it may not be in the growth yet. */
  #unseen = 0;
  #limit: number | undefined;
  #growth: number | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: DiskGrowthOptions) {
    this.#options = options;
    this.#root = options.workspace;
    this.#startedAt = (options.startedAt ?? Date.now()) - CLOCK_MS;
    this.#space = new FreeSpace([options.workspace, ...(options.alsoCounted ?? [])]);
    void this.#space.now();
  }

  /** The last that is known; `undefined` if the workspace is too large to be measured. Looks again where it is time. */
  look(limit: number | undefined): number | undefined {
    if (this.#looking === undefined && !this.#stop.signal.aborted) void this.#start(this.#lookAnew(limit));
    return this.#growth;
  }

  /** Looks at the free space, which costs little, and at the workspace at once where so much went that it is worth it. */
  async lookAtRoom(limit: number): Promise<void> {
    this.#limit = limit;
    const free = await this.#space.now();
    const lost = this.#space.lost(free);
    if (lost === undefined || this.#stop.signal.aborted) return;
    const now = performance.now();
    this.#speed = Math.max(lost - this.#lost, 0) / Math.max(now - this.#lookedAt, 1);
    this.#lookedAt = now;
    this.#lost = lost;
    const soonLost = lost + this.#speed * PAUSE_MS;
    if (soonLost > this.#left(limit) + limit * OVER_SHARE && now >= this.#pausableAt) await this.#lookPaused();
    else if (now >= this.#soonestAt && this.#mayBeOver(lost, limit)) this.look(limit);
  }

  /** Computes the time until the room is to be looked at again, in milliseconds. */
  nextLookAtRoom(limit: number): number {
    const left = Math.max(this.#left(limit) - Math.max(this.#lost, 0), 0);
    return roomLookMs({ limit, left, speed: this.#speed });
  }

  /** Lets go on what was stopped for its growth, where it may grow so much by now. */
  fit(limit: number | undefined): void {
    this.#limit = limit;
    if (this.#paused === 'for good' && !this.#isOver) this.#goOn();
  }

  /** Ends all looking; processes that are over the limit stay stopped until they are ended. */
  stop(): void {
    this.#stop.abort();
  }

  #start(looking: Promise<void>): Promise<void> {
    const looked = looking
      .catch(() => {})
      .finally(() => {
        if (this.#looking === looked) this.#looking = undefined;
      });
    this.#looking = looked;
    return looked;
  }

  async #lookAnew(limit: number | undefined): Promise<void> {
    // What ends before it is looked at is not walked for.
    this.#base ??= this.#measureBase();
    const base = await this.#base;
    const free = await this.#space.now();
    const lost = this.#space.lost(free);
    const now = performance.now();
    if (now < this.#soonestAt || (now < this.#nextAtWith(lost, limit) && !this.#mayBeOver(lost, limit))) {
      this.#space.noteMore(free);
      return;
    }
    this.#space.note(free);
    this.#unseen = Math.max(lost ?? 0, 0);
    this.#lost = 0;
    const startedAt = performance.now();
    const first = await this.#growthNow(base);
    // What is moved while it is walked can be counted twice: what is too much is looked at once more.
    const isOver = limit !== undefined && first !== undefined && first > limit && this.#paused === undefined;
    const again = isOver ? await this.#growthNow(base) : first;
    const took = performance.now() - startedAt;
    this.#unseen = 0;
    this.#walkedAt = performance.now();
    this.#soonestAt = this.#walkedAt + took * SOON_SHARE;
    this.#nextAt = this.#walkedAt + Math.min(Math.max(EVERY_MS, took * SHARE), MAX_EVERY_MS);
    this.#growth = first === undefined || again === undefined ? undefined : Math.min(first, again);
    if (this.#growth !== undefined) this.#options.onGrowth?.(this.#growth);
  }

  /** Looks while nothing of it runs: it gets no further, and what others write is told from what it does. */
  async #lookPaused(): Promise<void> {
    const from = performance.now();
    const [before, lost] = [this.#growth ?? 0, this.#lost];
    this.#paused = 'to be looked at';
    try {
      await this.#options.group.pause();
      // One that has begun may rest on what has changed since.
      await this.#looking;
      this.#soonestAt = 0;
      if (!this.#isOver) await this.#start(this.#lookAnew(this.#limit));
    } finally {
      if (this.#isOver) this.#paused = 'for good';
      else this.#goOn();
      const isIts = (this.#growth ?? 0) - before > lost / 2;
      if (!isIts) this.#pausableAt = performance.now() + (performance.now() - from) * PAUSED_SHARE;
    }
  }

  #goOn(): void {
    this.#paused = undefined;
    this.#options.group.goOn();
  }

  async #growthNow(base: number | undefined): Promise<number | undefined> {
    const size = base === undefined ? undefined : await this.#walk();
    const open = await openBytes(
      await this.#options.group.pids(),
      { root: this.#root, boxed: this.#boxed },
      this.#startedAt,
    );
    if (size !== undefined && base !== undefined) return size + open.deleted - base;
    // Too large to be walked: what is being written is still seen.
    return open.young > 0 ? open.young : undefined;
  }

  /** Computes the time of the next walk: not much later, as what others give back can hide what this one takes. */
  #nextAtWith(lost: number | undefined, limit: number | undefined): number {
    if (lost === undefined || limit === undefined) return this.#nextAt;
    const isStill = lost < limit * STILL_SHARE;
    return isStill ? Math.max(this.#nextAt, this.#walkedAt + STILL_EVERY_MS) : this.#nextAt;
  }

  /** Whether the growth may exceed the limit: since the last walk the disk lost more than half of what was left. */
  #mayBeOver(lost: number | undefined, limit: number | undefined): boolean {
    return limit !== undefined && lost !== undefined && lost > this.#left(limit) / 2;
  }

  /** Bytes that it may still write by what was last seen. */
  #left(limit: number): number {
    return Math.max(limit - (this.#growth ?? 0) - this.#unseen, 0);
  }

  get #isOver(): boolean {
    return this.#limit !== undefined && (this.#growth ?? 0) > this.#limit;
  }

  async #measureBase(): Promise<number | undefined> {
    this.#root = await realOrSame(this.#options.workspace);
    this.#boxed = await devicesOf(this.#options.alsoCounted ?? []);
    await this.#space.now();
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
}

async function devicesOf(folders: readonly string[]): Promise<ReadonlySet<number>> {
  const found = await Promise.all(folders.map((folder) => stat(folder).catch(() => undefined)));
  return new Set(found.flatMap((one) => one?.dev ?? []));
}
