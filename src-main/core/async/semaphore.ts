import { onAbort } from './abort.ts';

interface Waiter {
  readonly go: () => void;
}

/** Semaphore that admits a limited number of holders at once; the others wait in order of arrival. */
export class Semaphore {
  #size: number;
  #held = 0;
  readonly #waiting: Waiter[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Sets the size; a smaller one applies to the next holders. */
  set size(size: number) {
    this.#size = size;
    this.#letIn();
  }

  /** Number of waiters ahead of the next one, or undefined if it would not wait. */
  get queue(): number | undefined {
    return this.#held < this.#size && this.#waiting.length === 0 ? undefined : this.#held + this.#waiting.length;
  }

  /** Resolves with what gives the place back, once; rejects with the signal's reason when that aborts first. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.queue !== undefined) await this.#turn(signal);
    else this.#held += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#held -= 1;
      this.#letIn();
    };
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiter = {
        go: () => {
          leaving[Symbol.dispose]();
          resolve();
        },
      };
      this.#waiting.push(waiting);
      const leaving = onAbort(signal, leave);
    });
  }

  #letIn(): void {
    while (this.#held < this.#size) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#held += 1;
      next.go();
    }
  }
}
