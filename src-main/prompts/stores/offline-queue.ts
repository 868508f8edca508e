import { AppError } from '#core/app-error';

export interface QueueLimits {
  readonly maxCommands: number;
  readonly maxBytes: number;
  /** Longest time a command may wait before it is no longer sent, in milliseconds. */
  readonly maxAgeMs: number;
  /** End of the sentence about a command that waited too long. */
  readonly tooLate: string;
}

interface QueuedWrite {
  readonly bytes: number;
  readonly since: number;
  readonly send: () => void;
  readonly refuse: (why: string) => void;
  readonly timer: NodeJS.Timeout;
}

/** Commands that wait for a connection: a bounded number of them, and not for long. */
export class OfflineQueue {
  readonly #limits: QueueLimits;
  readonly #now: () => number;
  readonly #waiting = new Set<QueuedWrite>();
  #bytes = 0;

  constructor(limits: QueueLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  get length(): number {
    return this.#waiting.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Resolves as `command` does, once it was sent. @throws AppError UNAVAILABLE if it is full, or too much time goes by
   */
  add<T>(bytes: number, command: () => Promise<T>): Promise<T> {
    const { maxCommands, maxBytes, maxAgeMs, tooLate } = this.#limits;
    return new Promise<T>((resolve, reject) => {
      const refuse = (why: string) => reject(new AppError('UNAVAILABLE', `Redis is out of reach, ${why}`));
      if (this.#waiting.size >= maxCommands || this.#bytes + bytes > maxBytes) {
        refuse('and too much waits for it already');
        return;
      }
      const timer = setTimeout(() => this.#take(entry, tooLate), maxAgeMs);
      const entry: QueuedWrite = {
        bytes,
        since: this.#now(),
        send: () => void command().then(resolve, reject),
        refuse,
        timer,
      };
      this.#waiting.add(entry);
      this.#bytes += bytes;
    });
  }

  /** Sends the waiting commands in order; those that are too old are refused. */
  sendAll(): void {
    for (const entry of [...this.#waiting]) {
      const isOld = this.#now() - entry.since > this.#limits.maxAgeMs;
      this.#take(entry, isOld ? this.#limits.tooLate : undefined);
    }
  }

  refuseAll(why: string): void {
    for (const entry of [...this.#waiting]) this.#take(entry, why);
  }

  #take(entry: QueuedWrite, refusal: string | undefined): void {
    if (!this.#waiting.delete(entry)) return;
    clearTimeout(entry.timer);
    this.#bytes -= entry.bytes;
    if (refusal === undefined) entry.send();
    else entry.refuse(refusal);
  }
}
