import type { CarriedError } from './carried-error.ts';
import type { JobName } from './run-job.ts';

/** Messages from the main thread to the thread that runs jobs; `id` is of the job. */
export type ToJobThread =
  | { readonly kind: 'run'; readonly id: number; readonly name: JobName; readonly input: unknown }
  /** Confirms that the next step is recorded. */
  | { readonly kind: 'recorded'; readonly id: number }
  | { readonly kind: 'cancel'; readonly id: number };

/** Messages from the thread that runs jobs. */
export type FromJobThread =
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly all: number }
  /** A file or folder that holds a result in part is there. */
  | { readonly kind: 'partial'; readonly id: number; readonly path: string }
  /** The job waits until what it is about to do is recorded. */
  | { readonly kind: 'record'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  /** End of a job because it was cancelled. */
  | { readonly kind: 'cancelled'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly error: CarriedError };
