import type { Redis } from 'ioredis';

/** A server that says nothing for so long, while it is asked for something, is taken for gone, in milliseconds. */
export const SILENCE_MS = 1000;
/**
 * Ticks of that time: the number of ticks without data counts, so that an app that was busy itself does not blame the
 * server.
 */
const TICKS = 10;
/** Sending rate assumed before an answer can be expected, in bytes per millisecond. */
const SENDING = 500;

/** Hears whether a connection still says something. A long reply over a slow line is no silence. */
export class LivenessMonitor implements Disposable {
  readonly #redis: Redis;
  readonly #onSilent: () => void;
  readonly #pending = new Set<{ readonly bytes: number }>();
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #heard = 0;

  constructor(redis: Redis, onSilent: () => void) {
    this.#redis = redis;
    this.#onSilent = onSilent;
  }

  /** `bytes` are sent with it. */
  async during<T>(bytes: number, command: () => Promise<T>): Promise<T> {
    const end = this.begin(bytes);
    try {
      return await command();
    } finally {
      end();
    }
  }

  /** Expects a sign of life until the returned function is called. */
  begin(bytes = 0): () => void {
    const entry = { bytes };
    if (this.#pending.size === 0) this.#ticks = 0;
    this.#pending.add(entry);
    this.#timer ??= setInterval(() => this.#tick(), SILENCE_MS / TICKS);
    return () => {
      this.#pending.delete(entry);
      if (this.#pending.size === 0) this[Symbol.dispose]();
    };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    const heard = this.#redis.stream?.bytesRead ?? 0;
    this.#ticks = heard === this.#heard ? this.#ticks + 1 : 0;
    this.#heard = heard;
    const bytes = [...this.#pending].reduce((sum, one) => sum + one.bytes, 0);
    if (this.#ticks < TICKS * (1 + bytes / SENDING / SILENCE_MS)) return;
    this.#ticks = 0;
    this.#onSilent();
  }
}
