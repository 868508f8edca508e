import type { LiveUsage, PeakUsage, RunLimits, StopReason } from '#contract';
import type { ContainedGroup } from '#process/containment/model';

/** Group of processes, or several together, that is sampled. */
export type WatchedGroup = Pick<
  ContainedGroup,
  'usage' | 'isLimited' | 'limitProcesses' | 'programs' | 'pids' | 'pause' | 'goOn'
>;

export interface WatchOptions {
  /** Limits to compare with. Time and output are left to the caller: a sample would come too late for them. */
  readonly limits: RunLimits;
  /** CPU is held against its limit as the mean over this time, in milliseconds. */
  readonly checkMs: number;
  /** Time between two samples in milliseconds, 250 by default. */
  readonly everyMs?: number;
  /** Time between two samples while it is paused, 2000 by default. */
  readonly idleEveryMs?: number;
  /** Folder whose growth counts against the disk limit. */
  readonly workspace?: string | undefined;
  /** Absolute paths of folders whose growth counts as well. */
  readonly alsoCounted?: readonly string[] | undefined;
  /** Start of the run in Unix milliseconds, if it may have written something before it is watched. */
  readonly startedAt?: number | undefined;
  /** Absolute paths of our own that lie in the workspace and do not count. */
  readonly notCounted?: readonly string[];
  readonly outputBytes: () => number;
  readonly onUsage: (usage: LiveUsage) => void;
  /** Called once, with one sentence for person and model. The watch ends nothing by itself. */
  readonly onTrip: (reason: StopReason, text: string) => void;
}

/** Watch that samples the usage of a tree and compares it with its limits, until `stop`. */
export interface LimitsWatch {
  /** Takes the place of the limits that it names, at once; one that is `undefined` is lifted. */
  raise(limits: Partial<RunLimits>): void;
  /** A session in which nothing runs: a sample every 2 s, of what it left in the background. */
  pause(): void;
  /** A command begins: elapsed time starts again. */
  resume(): void;
  peak(): PeakUsage | undefined;
  stop(): void;
}
