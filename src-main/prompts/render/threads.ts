import { messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import type { ExecutionResult } from './execute-texts.ts';
import type { Execution } from './execution-model.ts';
import { executionFailure, failedRendering, RenderError, renderTimeout } from './failure.ts';
import { RenderThread } from './render-thread.ts';

/** Runs what takes too long for the main thread. */
export interface Threads extends AsyncDisposable {
  /** Starts the first one if there is none. Never rejects. */
  start(): Promise<void>;
  /** @throws RenderError */
  execute(execution: Execution): Promise<ExecutionResult>;
}

/** Most slow renderings that run at once; more wait for one of them. */
const MAX_THREADS = 6;
/** Time after which an unused thread is ended, in milliseconds; one stays. */
const IDLE_MS = 10_000;

export function createThreads(): Threads {
  return new ThreadPool();
}

type Waiter = (thread: RenderThread | RenderError) => void;

/** A rendering that takes its whole time makes none wait: where no thread is free, another is started. */
class ThreadPool implements Threads {
  readonly #all = new Set<RenderThread>();
  readonly #free: RenderThread[] = [];
  /** Waiters in order; one that gives up leaves at once, so that each thread goes to one that wants it. */
  readonly #waiters = new Set<Waiter>();
  #idle: NodeJS.Timeout | undefined;
  #isOver = false;

  async start(): Promise<void> {
    if (this.#all.size === 0) await this.#open();
  }

  async execute(execution: Execution): Promise<ExecutionResult> {
    const thread = await this.#take(execution);
    try {
      if (execution.limit.signal.aborted) throw renderTimeout();
      return await thread.run(execution);
    } catch (error) {
      throw executionFailure(error, execution.compiled.texts);
    } finally {
      this.#give(thread);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#idle);
    for (const waiter of [...this.#waiters]) waiter(renderTimeout());
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }

  async #take({ limit }: Execution): Promise<RenderThread> {
    const { signal } = limit;
    if (signal.aborted || this.#isOver) throw renderTimeout();
    for (let thread = this.#free.pop(); thread; thread = this.#free.pop()) {
      if (!thread.isGone) return thread;
      this.#all.delete(thread);
    }
    const handed = this.#handed(signal);
    // Where as many as may be are busy, waiting for one is part of its time.
    if (this.#all.size < MAX_THREADS) limit.hold();
    void this.#open();
    return await handed;
  }

  /** The next thread that is free, unless nobody wants it any more. */
  #handed(signal: AbortSignal): Promise<RenderThread> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = (given) => {
        this.#waiters.delete(waiter);
        stopped[Symbol.dispose]();
        if (given instanceof RenderError) reject(given);
        else resolve(given);
      };
      this.#waiters.add(waiter);
      const stopped = onAbort(signal, () => waiter(renderTimeout()));
    });
  }

  #give(thread: RenderThread): void {
    this.#idle ??= setTimeout(() => this.#endIdle(), IDLE_MS).unref();
    const [waiter] = this.#waiters;
    if (thread.isGone) {
      this.#all.delete(thread);
      if (waiter) void this.#open();
    } else if (waiter) waiter(thread);
    else this.#free.push(thread);
  }

  /** Never rejects: where no thread can be started, and there is none, it is said to whoever waits. */
  async #open(): Promise<void> {
    if (this.#isOver || this.#all.size >= MAX_THREADS) return;
    let thread: RenderThread | undefined;
    let reason = 'it ended at once';
    try {
      thread = new RenderThread();
      this.#all.add(thread);
      if (await thread.ready) {
        this.#give(thread);
        return;
      }
    } catch (error) {
      reason = messageOf(error);
    }
    if (thread) this.#all.delete(thread);
    const [waiter] = this.#waiters;
    if (this.#all.size === 0) waiter?.(failedRendering('limit', `a thread cannot be started: ${reason}`));
  }

  #endIdle(): void {
    this.#idle = undefined;
    for (const thread of this.#free.splice(1)) {
      this.#all.delete(thread);
      void thread.end();
    }
  }
}
