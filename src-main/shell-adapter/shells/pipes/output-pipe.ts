import { once } from 'node:events';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { systemCodeOf } from '#core/app-error';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** Pause between reads of a pipe without a listener, in milliseconds: a flood has to wait. */
const TICK_MS = 10;
const scratch = Buffer.allocUnsafe(65_536);

/**
 * The reading end of a named pipe that a shell's commands write to, one after another. We hold a writing end as well, so that
 * it does not end between two of them.
 */
export class OutputPipe {
  readonly path: string;
  /** Called with the output; without it, output is dropped. */
  onData: ((chunk: Buffer) => void) | undefined;
  readonly #reader: number;
  readonly #socket: Socket;
  #keeper: number | undefined;
  readonly #made: Stats;
  #isClosed = false;

  /** @throws what opening it says */
  constructor(path: string) {
    this.path = path;
    this.#reader = openSync(path, O_RDONLY | O_NONBLOCK);
    try {
      this.#made = fstatSync(this.#reader);
      this.#keeper = openSync(path, O_WRONLY | O_NONBLOCK);
    } catch (error) {
      closeSync(this.#reader);
      throw error;
    }
    // The socket owns the descriptor.
    this.#socket = new Socket({ fd: this.#reader, readable: true, writable: false });
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#socket.on('error', () => {});
    this.#socket.once('close', () => {
      this.#isClosed = true;
      this.#dropKeeper();
    });
  }

  /** Whether its name still leads to it: commands can remove it, or put something else in its place. */
  get isInPlace(): boolean {
    const found = statSync(this.path, { throwIfNoEntry: false });
    return found?.ino === this.#made.ino && found.dev === this.#made.dev;
  }

  /**
   * Hands over all that is in the pipe. True when nobody else can write to it any more, so that what comes next is another
   * command's; when it is false, it is of no more use, and `linger` is to be called.
   */
  drain(): boolean {
    if (this.#isClosed) return false;
    if (this.#socket.readableLength > 0) this.#socket.read();
    // Without a writer of ours, an empty pipe reads as its end. Nothing of that is seen by the socket: it is all one tick.
    this.#dropKeeper();
    return this.#readAll() && this.#keep();
  }

  /** Whether, after `drain`, the last other writer is gone within that time, and all its output was passed on. */
  async shutWithin(ms: number): Promise<boolean> {
    if (!this.#isClosed) {
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), ms);
      await once(this.#socket, 'close', { signal: timeout.signal }).catch(() => {});
      clearTimeout(timer);
    }
    return this.#isClosed;
  }

  /** Drops what still comes, at a measured pace, until the last writer is gone. */
  linger(onEnd: () => void): void {
    this.onData = undefined;
    this.#dropKeeper();
    if (this.#isClosed) onEnd();
    else this.#socket.once('close', onEnd);
  }

  close(): void {
    this.onData = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.onData) {
      this.onData(chunk);
      return;
    }
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), TICK_MS).unref();
  }

  #readAll(): boolean {
    for (;;) {
      try {
        const length = readSync(this.#reader, scratch);
        if (length === 0) return true;
        this.onData?.(Buffer.from(scratch.subarray(0, length)));
      } catch (error) {
        if (systemCodeOf(error) === 'EAGAIN') return false;
        throw error;
      }
    }
  }

  /** Keeps the pipe open for writers; false if no command can open it by name any more. */
  #keep(): boolean {
    try {
      this.#keeper = openSync(this.path, O_WRONLY | O_NONBLOCK);
      if (this.isInPlace) return true;
    } catch {
      // It is gone, or another thing.
    }
    this.#dropKeeper();
    return false;
  }

  #dropKeeper(): void {
    if (this.#keeper !== undefined) closeSync(this.#keeper);
    this.#keeper = undefined;
  }
}
