import { write, writeSync } from 'node:fs';
import { systemCodeOf } from '#core/app-error';

/** A terminal whose program does not read takes nothing; tried again after this long, in milliseconds. */
const RETRY_MS = 10;

/** Size of input that is written at once; as much as a kernel accepts from a person without waiting. */
const TYPED_BYTES = 1024;

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
    const bytes = Buffer.from(text, 'utf8');
    if (this.#isIdle && bytes.length <= TYPED_BYTES) {
      const rest = bytes.subarray(this.#writeNow(bytes));
      if (rest.length === 0) return;
      this.#waiting.push(rest);
    } else this.#waiting.push(bytes);
    if (!this.#isWriting && this.#retry === undefined) this.#writeNext();
  }

  get #isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#isWriting && this.#retry === undefined;
  }

  /** The descriptor does not block; a thread of the pool would only make a key wait for two more wake-ups. */
  #writeNow(bytes: Buffer): number {
    try {
      return writeSync(this.#descriptor, bytes);
    } catch (error) {
      // EIO: no program is on the other side any more, so nobody could read it.
      return systemCodeOf(error) === 'EAGAIN' ? 0 : bytes.length;
    }
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
