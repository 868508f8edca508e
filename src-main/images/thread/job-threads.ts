import type { Worker } from 'node:worker_threads';
import { JobThread } from './job-thread.ts';
import type { JobInput, JobName, JobOptions, JobResult, RunJob } from './run-job.ts';

/** Threads at most; more jobs share them. A reading does not wait behind a packing. */
const MAX_THREADS = 3;
/** A thread that has nothing to do is ended after this long. */
const IDLE_MS = 20_000;
/** Time for jobs to end when the app closes, in milliseconds. */
const GRACE_MS = 5000;

/** Runs jobs with images in threads of their own, started at first use and ended when nothing is to be done. */
export class JobThreads implements AsyncDisposable {
  readonly #open: () => Worker;
  readonly #idleMs: number;
  /** Timers that end idle threads. */
  readonly #timers = new Map<JobThread, NodeJS.Timeout | undefined>();

  /** @param open starts a thread that calls `serveJobs` */
  constructor(open: () => Worker, idleMs = IDLE_MS) {
    this.#open = open;
    this.#idleMs = idleMs;
  }

  readonly run: RunJob = async <Name extends JobName>(name: Name, input: JobInput<Name>, options: JobOptions) => {
    options.signal?.throwIfAborted();
    const thread = this.#thread();
    try {
      const result: JobResult<Name> = await thread.run(name, input, options);
      return result;
    } finally {
      if (thread.load === 0) this.#endLater(thread);
    }
  };

  /** One that has nothing to do, a new one, or the one with the fewest jobs. */
  #thread(): JobThread {
    const [first, ...others] = [...this.#timers.keys()].sort((one, other) => one.load - other.load);
    if (first && (first.load === 0 || others.length + 1 >= MAX_THREADS)) {
      clearTimeout(this.#timers.get(first));
      return first;
    }
    const thread = new JobThread(this.#open());
    this.#timers.set(thread, undefined);
    void thread.gone.then(() => this.#forget(thread));
    return thread;
  }

  #endLater(thread: JobThread): void {
    if (!this.#timers.has(thread)) return;
    const end = () => {
      this.#forget(thread);
      void thread.end(0);
    };
    this.#timers.set(thread, setTimeout(end, this.#idleMs).unref());
  }

  #forget(thread: JobThread): void {
    clearTimeout(this.#timers.get(thread));
    this.#timers.delete(thread);
  }

  /** Cancels what is being done, and waits until nothing of it is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#timers.keys()].map((thread) => thread.end(GRACE_MS)));
  }
}
