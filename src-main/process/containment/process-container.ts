/** Values of a tree that were read in one go. */
export interface Measurement {
  readonly pids: readonly number[];
  readonly cpuMs: number;
  readonly memoryBytes: number;
  readonly refused: number;
}

/** Container of one tree of processes: one step of the ladder of means by which trees are contained. */
export interface ProcessContainer {
  /** Lists the processes that are alive in it. */
  pids(): Promise<readonly number[]>;
  /** `without`: processes that contain the tree and are none of it. */
  measure(without: ReadonlySet<number>): Promise<Measurement | undefined>;
  /** Whether the kernel keeps to `limit`. */
  readonly canLimit: boolean;
  /** `extra` processes contain the tree and do not count. */
  limit(most: number | undefined, extra: number): void;
  /** Kills what it holds without a look over the machine; absent if only such a look finds it. */
  killHeld?(): Promise<void>;
  /** Makes the kernel limit it to somewhat more; absent if it cannot. */
  limitMemory?(bytes: number | undefined): void;
  /** Whether the kernel has ended some of it for that. */
  hasRunOut?(): boolean;
  /** Leaves nothing alive in it, also of what keeps forking. `around`: who contains it. */
  kill(around: ReadonlySet<number>): Promise<void>;
  /**
   * Finds processes that escaped, as far as possible, searching the whole machine; present if what is held can escape.
   */
  strays?(): Promise<readonly number[]>;
  /** Releases what the container itself needed, once nothing is left in it. */
  release(): Promise<void>;
}

export interface ContainedTree {
  readonly pid: number;
  readonly marker: string;
}

/** A container that is made before there is a process in it. */
export interface PreparedContainer {
  /** Files into which a process writes its number, to be in. */
  readonly doors: readonly string[];
  around(tree: ContainedTree): ProcessContainer;
  /** Releases it without having been used. */
  release(): Promise<void>;
}
