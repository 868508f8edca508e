import type { JobTools, SystemPorts } from './job-tools.ts';
import { IMAGE_JOBS } from './jobs.ts';
import type { JobInput, JobName, JobOptions, JobResult, RunJob } from './run-job.ts';

/** Runs jobs with images in this thread: for a program that has nothing else to do. */
export function jobsHere(ports: SystemPorts): RunJob {
  return async <Name extends JobName>(name: Name, input: JobInput<Name>, options: JobOptions) => {
    const { signal = new AbortController().signal, progress = () => {}, record } = options;
    const work = IMAGE_JOBS[name] as (given: unknown, tools: JobTools) => Promise<unknown>;
    const whenRecorded = async () => await record?.();
    const result = await work(input, { ...ports, signal, progress, onPartial: () => {}, whenRecorded });
    return result as JobResult<Name>;
  };
}
