import type { FeedProgram } from '../pack/xz/squeeze-contents.ts';
import type { ReadXattrs, WriteXattrs } from '../xattr-lines.ts';

/** Ports of jobs to the system, if available: to extended attributes, and to run a program. */
export interface SystemPorts {
  readonly readXattrs?: ReadXattrs | undefined;
  readonly writeXattrs?: WriteXattrs | undefined;
  readonly feed?: FeedProgram | undefined;
}

/** Tools of a job in addition to its input, wherever it runs. */
export interface JobTools extends SystemPorts {
  readonly signal: AbortSignal;
  /** Called with the bytes or entries done and the total. */
  readonly progress: (done: number, all: number) => void;
  /**
   * Called with the path of a partial result as soon as it exists: the job itself removes it, unless its thread is
   * ended.
   */
  readonly onPartial: (path: string) => void;
  /** Waits until the caller has recorded what is about to be done. @throws what recording throws */
  readonly whenRecorded: () => Promise<void>;
}
