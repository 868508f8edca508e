import { readSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { systemCodeOf } from '#core/app-error';
import { WriteQueue } from './write-queue.ts';

const READ_BYTES = 64 * 1024;

/** Linux gives at most 4095 bytes a read: this much or more says that the program writes faster than we read. */
const FLOOD_BYTES = 2048;

/** Least room in the buffer that one more read is worth. */
const ONE_READ_BYTES = 4096;

/** Far more than a kernel keeps for a terminal: a bound for a loop that must end. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;

/**
 * The side of a pseudo-terminal that we hold. node-pty's own reader loses the tail of programs that end quickly: libuv takes
 * a short read together with a hang-up for the end of the stream, and the socket is destroyed 200 ms after the exit, read or
 * not. Here the end is what the caller says it is (`drain`, when the program has exited), and all that the kernel still has
 * is read then.
 */
export class Master {
  readonly descriptor: number;
  readonly #socket: ReadStream;
  readonly #writes: WriteQueue;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #onText: (text: string) => void;
  readonly #buffer = Buffer.allocUnsafe(READ_BYTES);
  #isDone = false;
  #isPaused = false;
  #isLost = false;

  constructor(descriptor: number, onText: (text: string) => void) {
    this.descriptor = descriptor;
    this.#onText = onText;
    this.#writes = new WriteQueue(descriptor);
    const options = {
      // The end of reading must not close the descriptor: there may be more to read, and writes may be under way.
      allowHalfOpen: true,
      onread: {
        buffer: this.#buffer,
        callback: (bytes: number) => {
          this.#take(bytes < FLOOD_BYTES ? bytes : this.#readOn(bytes));
          return !this.#isPaused;
        },
      },
    };
    this.#socket = new ReadStream(descriptor, options as ConstructorParameters<typeof ReadStream>[1]);
    // EIO: the system has taken the terminal away. The socket closes its descriptor, whose number may soon be another file's.
    this.#socket.on('error', () => {
      this.#isLost = true;
      void this.#writes.close();
    });
    this.#socket.resume();
  }

  write(text: string): void {
    this.#writes.add(text);
  }

  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (!this.#isDone) this.#socket.resume();
  }

  /** Reads what the kernel still has, ends the text and closes the descriptor. */
  drain(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#socket.pause();
    let total = 0;
    for (let bytes = this.#readNow(); bytes > 0 && total < MAX_DRAIN_BYTES; bytes = this.#readNow()) {
      total += bytes;
      this.#take(bytes);
    }
    this.#say(this.#decoder.decode());
  }

  async close(): Promise<void> {
    await this.#writes.close();
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    if (this.#socket.closed) return;
    this.#socket.destroy();
    await closed;
  }

  /**
   * Fills the buffer with what a flood has ready behind its first `bytes`, instead of a turn of the event loop, a callback and
   * a decoding for each 4 KB.
   */
  #readOn(bytes: number): number {
    let total = bytes;
    while (total + ONE_READ_BYTES <= READ_BYTES) {
      const more = this.#readNow(total);
      if (more === 0) break;
      total += more;
    }
    return total;
  }

  /** Reads what the kernel has ready, into the buffer from `at`; 0 if that is nothing. */
  #readNow(at = 0): number {
    if (this.#isLost) return 0;
    try {
      return readSync(this.descriptor, this.#buffer, { offset: at });
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === 'EAGAIN' || code === 'EIO') return 0;
      throw error;
    }
  }

  #take(bytes: number): void {
    this.#say(this.#decoder.decode(this.#buffer.subarray(0, bytes), { stream: true }));
  }

  #say(text: string): void {
    if (text !== '') this.#onText(text);
  }
}
