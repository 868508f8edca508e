import type { Worker } from 'node:worker_threads';
import { AppError, messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { Deferred } from '#core/async/deferred';
import { removeFolder } from '#core/files/remove-folder';
import { restoredError } from './carried-error.ts';
import type { FromJobThread, ToJobThread } from './job-messages.ts';
import type { JobInput, JobName, JobOptions, JobResult } from './run-job.ts';

interface PendingJob {
  readonly options: JobOptions;
  readonly done: Deferred<unknown>;
  /** Files and folders that hold its result in part. */
  readonly partials: Set<string>;
  /** Reason why it was cancelled from here, if it was. */
  failure?: unknown;
}

/** A thread that runs jobs, as the main thread knows it. The other end is `serveJobs`. */
export class JobThread {
  readonly #worker: Worker;
  readonly #jobs = new Map<number, PendingJob>();
  readonly #gone = new Deferred<void>();
  #count = 0;
  #problem: unknown;

  constructor(worker: Worker) {
    this.#worker = worker;
    // A job keeps the process alive; the thread alone does not.
    worker.unref();
    worker.on('message', (message: FromJobThread) => this.#hear(message));
    worker.on('messageerror', (error: unknown) => void this.#end(error));
    worker.on('error', (error: unknown) => {
      this.#problem ??= error;
    });
    worker.on('exit', () => void this.#fail());
  }

  /** Number of jobs that run in it. */
  get load(): number {
    return this.#jobs.size;
  }

  /** Settles when the thread has ended, and what its jobs left in part is removed. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  /** @throws as `RunJob` */
  async run<Name extends JobName>(name: Name, input: JobInput<Name>, options: JobOptions): Promise<JobResult<Name>> {
    const { signal } = options;
    const id = ++this.#count;
    const job: PendingJob = { options, done: new Deferred(), partials: new Set() };
    this.#jobs.set(id, job);
    try {
      this.#worker.ref();
      this.#send({ kind: 'run', id, name, input });
      using _ = onAbort(signal, (reason) => this.#cancel(id, reason));
      return (await job.done.promise) as JobResult<Name>;
    } finally {
      this.#jobs.delete(id);
      if (this.#jobs.size === 0) this.#worker.unref();
    }
  }

  /** Cancels every job, and ends the thread when they have ended, or after a while. */
  async end(graceMs: number): Promise<void> {
    const jobs = [...this.#jobs.entries()];
    for (const [id] of jobs) this.#cancel(id, new AppError('CANCELLED', 'Sigma Shell is closing'));
    const settled = Promise.allSettled(jobs.map(([, { done }]) => done.promise));
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([settled, grace]);
    clearTimeout(timer);
    await this.#end(undefined);
  }

  async #end(problem: unknown): Promise<void> {
    this.#problem ??= problem;
    await this.#worker.terminate();
    await this.gone;
  }

  #send(message: ToJobThread): void {
    this.#worker.postMessage(message);
  }

  #cancel(id: number, why: unknown): void {
    const job = this.#jobs.get(id);
    if (!job) return;
    job.failure ??= why;
    this.#send({ kind: 'cancel', id });
  }

  #hear(message: FromJobThread): void {
    const job = this.#jobs.get(message.id);
    if (!job) return;
    switch (message.kind) {
      case 'progress':
        job.options.progress?.(message.done, message.all);
        break;
      case 'partial':
        job.partials.add(message.path);
        break;
      case 'record':
        void this.#record(message.id, job);
        break;
      case 'done':
        job.done.resolve(message.result);
        break;
      case 'cancelled':
        job.done.reject(job.failure);
        break;
      default:
        job.done.reject(restoredError(message.error));
    }
  }

  async #record(id: number, { options }: PendingJob): Promise<void> {
    try {
      await options.record?.();
      this.#send({ kind: 'recorded', id });
    } catch (error) {
      this.#cancel(id, error);
    }
  }

  /** Fails all jobs, and removes their partial results, since no other process would know of them. */
  async #fail(): Promise<void> {
    const why = this.#problem === undefined ? '' : `: ${messageOf(this.#problem)}`;
    for (const { partials, done } of [...this.#jobs.values()]) {
      for (const path of partials) await removeFolder(path).catch(() => {});
      const advice = 'Nothing was changed. Try again';
      done.reject(new AppError('UNAVAILABLE', `The thread that works on images has ended${why}`, { advice }));
    }
    this.#gone.resolve();
  }
}
