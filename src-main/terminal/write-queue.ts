import { write } from 'node:fs';

/** A terminal whose program does not read takes nothing; tried again after this long, in milliseconds. */
const RETRY_MS = 10;

/**
 * Writes to a non-blocking descriptor in order and whole. libuv would write to the master of a terminal with blocking
 * calls, so a large paste into a program that does not read would stop the host.
 */
export class WriteQueue {
  readonly #descriptor: number;
  readonly #waiting: Buffer[] = [];
  #isWriting = false;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  add(text: string): void {
    if (this.#isClosed || text === '') return;
    this.#waiting.push(Buffer.from(text, 'utf8'));
    if (!this.#isWriting && this.#retry === undefined) this.#writeNext();
  }

  /** Drops what still waits; resolves when no write is under way, so that the descriptor may be closed. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.length = 0;
    clearTimeout(this.#retry);
    if (!this.#isWriting) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenIdle = resolve;
    });
  }

  #writeNext(): void {
    const next = this.#waiting[0];
    if (next === undefined) return;
    this.#isWriting = true;
    write(this.#descriptor, next, (error, written) => {
      this.#isWriting = false;
      this.#whenIdle?.();
      if (this.#isClosed) return;
      this.#take(next, error, written);
    });
  }

  #take(next: Buffer, error: NodeJS.ErrnoException | null, written: number): void {
    if (error?.code === 'EAGAIN') {
      this.#retry = setTimeout(() => {
        this.#retry = undefined;
        this.#writeNext();
      }, RETRY_MS);
      return;
    }
    // EIO: no program is on the other side any more, so nobody could read it.
    if (error) {
      this.#waiting.length = 0;
      return;
    }
    if (written < next.length) this.#waiting[0] = next.subarray(written);
    else this.#waiting.shift();
    this.#writeNext();
  }
}
