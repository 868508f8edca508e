import type { Containment } from '#contract';
import type { Logger } from '#core/logger';
import type { StartOptions } from '../group.ts';
import type { ProcessGroup } from '../process-group.ts';

/** Current usage of a tree. */
export interface TreeUsage {
  /**
   * CPU time since it began, in milliseconds of one core; exited children are included if the system accounts for them.
   */
  readonly cpuMs: number;
  /** Resident, summed over the tree. */
  readonly memoryBytes: number;
  /** Alive; zombies and what contains the tree do not count. */
  readonly processes: number;
  /** Processes and threads that were refused to it since it began, because it had as many as it may. */
  readonly refused: number;
}

/** A group whose processes cannot get out of it, as far as the step in use goes; `pids` and `end` reach all of them. */
export interface ContainedGroup extends ProcessGroup {
  /**
   * Measures the usage; `undefined` if that is not possible. With `isStorm` the group is frozen during the measurement,
   * as far as it reaches, and stays so if it has more processes than it may.
   */
  usage(isStorm?: boolean): Promise<TreeUsage | undefined>;
  /** The kernel sees to that limit; else it must be looked at often. */
  readonly isLimited: boolean;
  /**
   * Limits the number of processes alive at one moment; `undefined` for the system's limit. Trips nothing by itself.
   */
  limitProcesses(most: number | undefined): Promise<void>;
  /** Makes the kernel keep all of it below somewhat more than that, if it can. Trips nothing by itself. */
  limitMemory(bytes: number | undefined): void;
  /** Changes `fileBytes` of what is alive now; `undefined` for no limit. */
  limitFiles(bytes: number | undefined): Promise<void>;
  /** Number of programs that were started as such; what else is in it was started by them. */
  readonly programs: number;
  /** Stops all of it that is found until it is let go on; it can be ended all the same. */
  pause(): Promise<void>;
  goOn(): void;
  /** Whether the kernel has ended some of it, as it wanted more memory. */
  readonly hasRunOut: boolean;
  /** The program that was started, as this host sees it: not `pid` where something runs around it. `undefined` once it is gone. */
  programPid(): Promise<number | undefined>;
  /** The program that was started is a sandbox, and has started its own by now: that one is the program from here on. */
  enterSandbox(): Promise<void>;
  /**
   * Kills at once what can be found without a look over the machine, which `end` is to do afterwards; resolves when that is gone.
   * Answers whether nothing else can be left, as nothing gets out of a PID namespace.
   */
  endHeld(): Promise<boolean>;
  /** Ends all of it but the program that was started: SIGTERM, after the grace period SIGKILL. */
  endOthers(graceMs?: number): Promise<void>;
}

/** Descriptor from which a program reads its filter: the launcher's own, which has no use for it any more. */
export const FILTER_FROM = 4;

export interface ContainedStart extends StartOptions {
  /** Most processes alive at one moment. */
  readonly processes?: number | undefined;
  /** Length beyond which the kernel lets none of its files grow, in bytes (Linux). */
  readonly fileBytes?: number | undefined;
  /** Filter for system calls that it reads from descriptor `FILTER_FROM`, as bubblewrap does (Linux). */
  readonly filter?: Uint8Array | undefined;
  /**
   * Whether it isolates itself in a PID namespace that ends with it and with this host, as bubblewrap does: if a
   * control group holds it, no other namespace is created around it.
   */
  readonly isSandbox?: boolean;
}

export interface ContainmentPort extends AsyncDisposable {
  readonly state: Containment;
  /** @throws AppError UNAVAILABLE if the program cannot be started. */
  start(options: ContainedStart): Promise<ContainedGroup>;
}

export interface ContainmentOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** The tree may be shut into a PID namespace, in which it sees none of the machine's other processes. */
  readonly allowNamespace: boolean;
  readonly log: Logger;
}
