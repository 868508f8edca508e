import type { LedgerEventData, LiveUsage, RunLimits, StopReason } from '#contract';
import { kernelCap } from '#process/containment/cgroup-memory';
import type { ContainedGroup, ContainedStart, ContainmentPort } from '#process/containment/model';
import { startGroup } from '#process/group';
import type { Exit, ProcessGroup } from '#process/process-group';
import { watchUsage } from '#process/usage';
import { endedByFileLimit, type FileLimit, type FileLimits, withDiskLimit } from '../limits/file-limits.ts';
import { outOfDisk, outOfMemory } from '../limits/limit-message.ts';
import type { LimitsWatch, WatchedGroup, WatchOptions } from '../limits/model.ts';

/** The highest of each at one moment. */
export type Peak = NonNullable<LedgerEventData<'command.ran'>['peak']>;

/** Holds a command's processes together and to its limits. */
export interface Limiter {
  readonly containment: () => Promise<ContainmentPort>;
  readonly watch: (group: WatchedGroup, options: WatchOptions) => LimitsWatch;
  /** Time over which CPU is averaged. */
  readonly checkMs: () => number;
  /** Absolute paths of our own, whose growth is not a command's. */
  readonly notCounted?: readonly string[];
  /** Limits that the kernel is given for the length of files; without them, the disk is held by looking alone. */
  readonly fileLimits?: Pick<FileLimits, 'of'> | undefined;
}

/** Program held to limits while it runs. */
export interface LimitedProgram {
  readonly group: ProcessGroup;
  watch(options: LimitedProgramOptions): LimitedProgramWatch;
}

export interface LimitedProgramOptions {
  readonly limits: RunLimits;
  readonly workspace: string | undefined;
  /** Absolute paths of folders whose growth counts as the workspace's does. */
  readonly alsoCounted?: readonly string[] | undefined;
  readonly outputBytes: () => number;
  readonly onUsage: (usage: LiveUsage) => void;
  /** `text` says in a sentence what it used and what it may. */
  readonly onTrip: (reason: StopReason, text: string) => void;
}

export interface LimitedProgramWatch {
  raise(limits: RunLimits): void;
  /** Whether the kernel ended some of it for lack of memory, in a sentence that says how much it may have. */
  ranOut(): string | undefined;
  /** Whether the kernel kept it from making a file longer, and it ended so, in a sentence that says how much it may write. */
  ranOutOfDisk(exit: Exit): string | undefined;
  /** The highest until now; `undefined` of what ended before it was looked at. */
  peak(): Peak | undefined;
  stop(): void;
}

/** Starts a command within limits; without a limiter, only time and output are limited. `files` is what the kernel is to hold. */
export async function startLimited(
  limiter: Limiter | undefined,
  options: Omit<ContainedStart, 'fileBytes'>,
  files?: FileLimit,
): Promise<LimitedProgram> {
  if (limiter === undefined) return withoutLimits(await startGroup(options));
  const containment = await limiter.containment();
  const startedAt = Date.now();
  const group = await containment.start({ ...options, fileBytes: files?.bytes });
  return {
    group,
    watch: ({ workspace, ...held }) => {
      const watch = limiter.watch(group, {
        ...held,
        startedAt,
        checkMs: limiter.checkMs(),
        ...(workspace !== undefined && { workspace }),
        ...(limiter.notCounted && { notCounted: limiter.notCounted }),
      });
      return limitByKernel(group, watch, { limits: held.limits, files });
    },
  };
}

/** The kernel sees to what grows faster than anybody looks. */
function limitByKernel(
  group: Pick<ContainedGroup, 'limitMemory' | 'limitFiles' | 'hasRunOut'>,
  watch: LimitsWatch,
  { limits, files }: { readonly limits: RunLimits; readonly files: FileLimit | undefined },
): LimitedProgramWatch {
  let { memoryBytes, diskBytes } = limits;
  // The group's own account of it is gone with the group.
  let hasRunOut = false;
  group.limitMemory(memoryBytes);
  return {
    raise: (raised) => {
      watch.raise(raised);
      if (raised.memoryBytes !== memoryBytes) group.limitMemory(raised.memoryBytes);
      if (files && raised.diskBytes !== diskBytes) {
        void group.limitFiles(withDiskLimit(files, raised.diskBytes)?.bytes).catch(() => {});
      }
      ({ memoryBytes, diskBytes } = raised);
    },
    ranOut: () => {
      hasRunOut ||= group.hasRunOut;
      return hasRunOut ? outOfMemory({ memoryBytes }) : undefined;
    },
    ranOutOfDisk: (exit) => (files && endedByFileLimit(exit) ? outOfDisk({ diskBytes }) : undefined),
    // What the kernel ended between two samples held what it may at that moment.
    peak: () =>
      hasRunOut && memoryBytes !== undefined
        ? higherPeak(watch.peak(), { cpuPercent: 0, memoryBytes: kernelCap(memoryBytes) })
        : watch.peak(),
    stop: () => watch.stop(),
  };
}

function withoutLimits(group: ProcessGroup): LimitedProgram {
  return {
    group,
    watch: () => {
      const usage = watchUsage(group);
      let peak: Peak | undefined;
      const stop = () => {
        peak ??= usage.stop();
        return peak;
      };
      return {
        raise: () => {},
        ranOut: () => undefined,
        ranOutOfDisk: () => undefined,
        peak: stop,
        stop: () => void stop(),
      };
    },
  };
}

/** The higher of both, each for itself. */
export function higherPeak(one: Peak | undefined, other: Peak | undefined): Peak | undefined {
  if (!one || !other) return one ?? other;
  const processes = higher(one.processes, other.processes);
  const diskBytes = higher(one.diskBytes, other.diskBytes);
  return {
    cpuPercent: Math.max(one.cpuPercent, other.cpuPercent),
    memoryBytes: Math.max(one.memoryBytes, other.memoryBytes),
    ...(processes !== undefined && { processes }),
    ...(diskBytes !== undefined && { diskBytes }),
  };
}

function higher(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}
