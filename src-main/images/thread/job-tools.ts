import type { ReadXattrs, WriteXattrs } from '../xattr-lines.ts';

/** Ways to read and give back extended attributes, where the system has some. */
export interface Xattrs {
  readonly readXattrs?: ReadXattrs | undefined;
  readonly writeXattrs?: WriteXattrs | undefined;
}

/** What a job has beside its input, wherever it runs. */
export interface JobTools extends Xattrs {
  readonly signal: AbortSignal;
  /** Told how many of how many bytes or entries are done. */
  readonly progress: (done: number, all: number) => void;
  /** Told of a file or folder that holds a result in part, as soon as it is there: the job itself removes it, unless its thread is ended. */
  readonly onPartial: (path: string) => void;
  /** Waits until whoever asked has recorded what is about to be done. @throws what recording throws */
  readonly whenRecorded: () => Promise<void>;
}
