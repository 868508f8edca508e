import { AppError } from '#core/app-error';
import type { ModelCompletion } from './code-host.ts';

/** Most time of a function of the system file, in milliseconds. */
export const SYSTEM_MS = 30_000;

/** Time limit of a compaction, which stands still while a model answers: that takes its time, and has limits of its own. */
export class OwnTime implements Disposable {
  readonly #mostMs: number;
  readonly #over = new AbortController();
  #leftMs: number;
  #from = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Answers that are waited for. */
  #asked = 0;
  #isEnded = false;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
    this.#leftMs = mostMs;
    this.#run();
  }

  /** Aborts when the time is over; its reason says so. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** The model, during whose answers the time stands still. */
  asking(complete: ModelCompletion): ModelCompletion {
    return async (messages) => {
      if (this.#asked++ === 0) this.#pause();
      try {
        return await complete(messages);
      } finally {
        if (--this.#asked === 0) this.#run();
      }
    };
  }

  #run(): void {
    if (this.#isEnded) return;
    this.#from = performance.now();
    const why = `It took longer than ${this.#mostMs / 1000} s beside the answers of the model, and was ended`;
    this.#timer = setTimeout(() => this.#over.abort(new AppError('TIMEOUT', why)), Math.max(0, this.#leftMs));
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#from;
  }

  [Symbol.dispose](): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }
}
