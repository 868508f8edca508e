import type { IMAGE_JOBS } from './jobs.ts';

type Jobs = typeof IMAGE_JOBS;

export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobResult<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;

export interface JobOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, all: number) => void) | undefined;
  /** Records what is about to be done, where the job asks for that; what it throws ends the job. */
  readonly record?: (() => Promise<void>) | undefined;
}

/**
 * Runs a job with images, here or elsewhere. @throws what the job throws; AppError UNAVAILABLE if its thread ended; the
 * signal's reason
 */
export type RunJob = <Name extends JobName>(
  name: Name,
  input: JobInput<Name>,
  options: JobOptions,
) => Promise<JobResult<Name>>;
