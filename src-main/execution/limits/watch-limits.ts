import type { LiveUsage, PeakUsage, RunLimits } from '#contract';
import { taskCount } from '#process/containment/proc-files';
import type { CombinedSample } from './combined-sample.ts';
import { CpuMean } from './cpu-mean.ts';
import { DiskGrowth } from './disk-growth.ts';
import { exceededLimit } from './limit-message.ts';
import type { LimitsWatch, WatchedGroup, WatchOptions } from './model.ts';

const EVERY_MS = 250;
const IDLE_EVERY_MS = 2000;
/** Interval if the kernel does not limit processes: a fork bomb has thousands before the next sample. */
const STORM_MS = 40;
/** A sample may take one part in so many of the time. */
const SHARE = 100;
const MAX_INTERVAL_MS = 1000;

/** Samples what a group uses, tells it, and says once when it is more than it may. */
export function watchLimits(group: WatchedGroup, options: WatchOptions): LimitsWatch {
  return new LimitWatch(group, options);
}

class LimitWatch implements LimitsWatch {
  readonly #group: WatchedGroup;
  readonly #options: WatchOptions;
  readonly #cpu: CpuMean;
  readonly #disk: DiskGrowth | undefined;
  #limits: RunLimits;
  #startedAt = performance.now();
  #isIdle = false;
  /** Whether there may be processes beside the programs themselves. */
  #hasOthers = true;
  #hasTripped = false;
  #isStopped = false;
  #isSampling = false;
  #isWanted = false;
  #refusedBefore = 0;
  #refused = 0;
  #peak: PeakUsage | undefined;
  #timer: NodeJS.Timeout | undefined;
  #storm: NodeJS.Timeout | undefined;
  #room: NodeJS.Timeout | undefined;
  #tasks = taskCount();

  constructor(group: WatchedGroup, options: WatchOptions) {
    const { limits, checkMs, workspace, startedAt, notCounted = [], alsoCounted } = options;
    this.#group = group;
    this.#options = options;
    this.#limits = limits;
    this.#cpu = new CpuMean(checkMs);
    this.#cpu.add({ at: this.#startedAt, cpuMs: 0 });
    if (workspace !== undefined) {
      const onGrowth = (bytes: number) => {
        if (bytes > (this.#limits.diskBytes ?? Number.POSITIVE_INFINITY)) this.#sampleSoon();
      };
      this.#disk = new DiskGrowth({
        workspace,
        alsoCounted,
        notCounted,
        startedAt,
        onGrowth,
        group,
      });
    }
    this.#sampleIn(this.#everyMs);
    this.#lookAtRoom();
    if (!group.isLimited && limits.processes !== undefined) {
      this.#storm = setInterval(() => this.#lookForStorm(), STORM_MS);
    }
  }

  raise(limits: Partial<RunLimits>): void {
    const before = this.#limits.processes;
    this.#limits = { ...this.#limits, ...limits };
    this.#disk?.fit(this.#limits.diskBytes);
    if (this.#limits.processes === before) return;
    this.#refusedBefore = this.#refused;
    void this.#group.limitProcesses(this.#limits.processes).catch(() => {});
  }

  pause(): void {
    this.#isIdle = true;
    this.#hasOthers = true;
  }

  resume(): void {
    this.#isIdle = false;
    this.#startedAt = performance.now();
    this.#sampleIn(this.#everyMs);
    this.#lookAtRoom();
  }

  peak(): PeakUsage | undefined {
    return this.#peak;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#storm);
    clearTimeout(this.#room);
    this.#disk?.stop();
  }

  get #everyMs(): number {
    const { everyMs = EVERY_MS, idleEveryMs = IDLE_EVERY_MS } = this.#options;
    return this.#isIdle ? idleEveryMs : everyMs;
  }

  /** The machine has more tasks by half of the limit: it may be this tree. */
  #lookForStorm(): void {
    const now = taskCount();
    this.#tasks = Math.min(this.#tasks, now);
    if (this.#isSampling || now - this.#tasks <= (this.#limits.processes ?? Number.POSITIVE_INFINITY) / 2) return;
    this.#tasks = now;
    void this.#sample(true);
  }

  /** Watches the free space of the disk while a command runs, which shows at once when much is written. */
  #lookAtRoom(): void {
    clearTimeout(this.#room);
    const disk = this.#disk;
    const { diskBytes } = this.#limits;
    // Between commands nothing is written, unless something was left in the background.
    const isAtRest = this.#isStopped || (this.#isIdle && !this.#hasOthers);
    if (disk === undefined || diskBytes === undefined || isAtRest) return;
    const look = async () => {
      await disk.lookAtRoom(this.#limits.diskBytes ?? Number.POSITIVE_INFINITY).catch(() => {});
      this.#lookAtRoom();
    };
    this.#room = setTimeout(() => void look(), disk.nextLookAtRoom(diskBytes));
  }

  /** Takes a sample that sees what is known now. */
  #sampleSoon(): void {
    this.#isWanted = this.#isSampling;
    if (!this.#isSampling) this.#sampleIn(0);
  }

  #sampleIn(ms: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sample(), ms);
  }

  async #sample(isStorm = false): Promise<void> {
    if (this.#isSampling) return;
    this.#isSampling = true;
    const from = performance.now();
    const sampled = await this.#look(isStorm).catch(() => undefined);
    this.#isSampling = false;
    if (this.#isStopped) return;
    if (sampled) this.#tell(sampled);
    const took = performance.now() - from;
    this.#sampleIn(this.#isWanted ? 0 : Math.max(this.#everyMs, Math.min(took * SHARE, MAX_INTERVAL_MS)));
    this.#isWanted = false;
  }

  async #look(isStorm: boolean): Promise<CombinedSample> {
    const usage = await this.#group.usage(isStorm);
    if (usage) this.#hasOthers = usage.processes > this.#group.programs;
    if (usage) this.#cpu.add({ at: performance.now(), cpuMs: usage.cpuMs });
    this.#refused = usage?.refused ?? this.#refused;
    return {
      cpuPercent: usage && this.#cpu.percent,
      hasWholeMean: this.#cpu.isWhole,
      overMs: this.#options.checkMs,
      memoryBytes: usage?.memoryBytes,
      processes: usage?.processes,
      refused: this.#refused - this.#refusedBefore,
      diskBytes: this.#disk?.look(this.#limits.diskBytes),
    };
  }

  #tell(sampled: CombinedSample): void {
    this.#peak = peakOf(this.#peak, sampled);
    this.#options.onUsage(this.#usageOf(sampled));
    const trip = this.#hasTripped ? undefined : exceededLimit(sampled, this.#limits);
    if (!trip) return;
    this.#hasTripped = true;
    this.#options.onTrip(trip.reason, trip.text);
  }

  #usageOf({ cpuPercent, memoryBytes, processes, diskBytes }: CombinedSample): LiveUsage {
    return {
      elapsedMs: Math.round(performance.now() - this.#startedAt),
      outputBytes: this.#options.outputBytes(),
      ...(cpuPercent !== undefined && { cpuPercent: Math.round(cpuPercent) }),
      ...(memoryBytes !== undefined && { memoryBytes }),
      ...(processes !== undefined && { processes }),
      ...(diskBytes !== undefined && { diskBytes }),
    };
  }
}

function peakOf(peak: PeakUsage | undefined, sampled: CombinedSample): PeakUsage {
  const processes = higher(peak?.processes, sampled.processes);
  const diskBytes = higher(peak?.diskBytes, sampled.diskBytes);
  return {
    cpuPercent: Math.max(peak?.cpuPercent ?? 0, Math.round(sampled.cpuPercent ?? 0)),
    memoryBytes: Math.max(peak?.memoryBytes ?? 0, sampled.memoryBytes ?? 0),
    ...(processes !== undefined && { processes }),
    ...(diskBytes !== undefined && { diskBytes }),
  };
}

function higher(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}
