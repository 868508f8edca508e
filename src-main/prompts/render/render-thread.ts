import type { Worker } from 'node:worker_threads';
import { messageOf } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import { openThread } from '#core/threads/worker-thread';
import { TemplateError } from '#template';
import type { ExecutionResult } from './execute-texts.ts';
import type { Execution } from './execution-model.ts';
import { failedRendering, RenderError, renderTimeout } from './failure.ts';
import { ThreadCache } from './thread-cache.ts';
import type { FromThread, ToThread } from './thread-messages.ts';
import { MAX_HELD_MS, type TimeLimit } from './time-limit.ts';
import { fromWire, toWire } from './wire-values.ts';

const SCRIPT = {
  bundle: 'render-worker',
  source: 'prompts/render/render-worker.ts',
  // A rendering writes 16 MiB at most; what it builds on the way counts against that, too.
  resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 },
};
/** Time by which an execution may exceed its limit before its thread is ended, in milliseconds. */
const GRACE_MS = 50;

/** One thread that renders, one rendering at a time. */
export class RenderThread {
  readonly #worker: Worker;
  readonly #handed: ThreadCache;
  readonly #ready = new Deferred<boolean>();
  #execution: Execution | undefined;
  #done: Deferred<ExecutionResult> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isGone = false;

  constructor() {
    this.#worker = openThread(SCRIPT);
    // Nobody waits for a thread alone.
    this.#worker.unref();
    this.#handed = new ThreadCache((message) => this.#send(message));
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error: unknown) => this.#fail(error));
    this.#worker.on('messageerror', (error: unknown) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread has ended')));
  }

  /** Whether it could be started. */
  get ready(): Promise<boolean> {
    return this.#ready.promise;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Settles when the thread is free again, or gone. @throws TemplateError, RenderError */
  async run(execution: Execution): Promise<ExecutionResult> {
    const done = new Deferred<ExecutionResult>();
    // It may be settled before it is awaited.
    done.promise.catch(() => {});
    try {
      this.#done = done;
      this.#execution = execution;
      execution.limit.hold();
      this.#endAfter(MAX_HELD_MS);
      this.#start(execution, execution.limit.leftMs);
      return await done.promise;
    } finally {
      clearTimeout(this.#timer);
      this.#execution = undefined;
      this.#done = undefined;
    }
  }

  async end(): Promise<void> {
    this.#isGone = true;
    this.#ready.resolve(false);
    this.#done?.reject(renderTimeout());
    await this.#worker.terminate();
  }

  #endAfter(limitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.end(), limitMs + GRACE_MS);
  }

  /** The thread has all it needs: from here on it is the rendering that takes time. */
  #begin(limit: TimeLimit | undefined): void {
    if (limit === undefined || this.#isGone) return;
    limit.goOn();
    this.#endAfter(limit.leftMs);
  }

  #start({ compiled, variables, args, mode, isTraced }: Execution, limitMs: number): void {
    const tables = { prompt: compiled.id, version: variables.version, isUnchecked: compiled.set === undefined };
    this.#orEnd(() => {
      this.#handed.give(compiled, variables);
      this.#send({ kind: 'run', ...tables, args, mode, isTraced, limitMs });
    });
  }

  /** A thread that was told half of something is of no more use. */
  #orEnd(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      const unsent = failedRendering('limit', `the rendering needs what no thread can be given: ${messageOf(error)}`);
      this.#done?.reject(unsent);
      void this.end();
    }
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        this.#ready.resolve(true);
        break;
      case 'begun':
        this.#begin(this.#execution?.limit);
        break;
      case 'call':
        void this.#call(message);
        break;
      case 'done':
        this.#done?.resolve(message.executed);
        break;
      default:
        this.#done?.reject(errorOf(message));
    }
  }

  async #call({ call, name, args, place }: Extract<FromThread, { kind: 'call' }>): Promise<void> {
    const execution = this.#execution;
    try {
      const value = await execution?.calls.at(call, name, args.map(fromWire), place);
      // The execution may be over by now.
      if (execution !== this.#execution || this.#isGone) return;
      this.#orEnd(() => this.#send({ kind: 'result', call, value: toWire(value) }));
    } catch (error) {
      this.#fail(error);
      void this.end();
    }
  }

  #fail(error: unknown): void {
    this.#isGone = true;
    this.#ready.resolve(false);
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#done?.reject(isMemory ? failedRendering('limit', 'the rendering takes too much memory') : error);
  }
}

function errorOf({ message, at, failure }: Extract<FromThread, { kind: 'failed' }>): Error {
  if (failure) return new RenderError(failure);
  return at ? new TemplateError(message, at) : new Error(message);
}
