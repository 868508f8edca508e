import { setTimeout as pause } from 'node:timers/promises';
import type { CommandBlock } from './ports.ts';

/** Longest time a line may take for a line typed ahead to wait for it, in milliseconds. */
const TYPED_AHEAD_MS = 2_000;

/** A line that runs: it can be asked to stop, and then be ended. */
export class RunningLine {
  readonly line: string;
  readonly startedAt = performance.now();
  readonly #abort = new AbortController();
  #block: { readonly id: string; readonly block: CommandBlock } | undefined;
  #stoppedBy: 'abort' | 'stopping' | undefined;
  #hasExited = false;
  #starting: Promise<unknown> = Promise.resolve();
  #finished: Promise<void> = Promise.resolve();

  constructor(line: string) {
    this.line = line;
  }

  /** Aborted when a built-in is to give up. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get block(): { readonly id: string; readonly block: CommandBlock } | undefined {
    return this.#block;
  }

  get stoppedBy(): 'abort' | 'stopping' | undefined {
    return this.#stoppedBy;
  }

  /** Whether only its end has yet to be put on the record. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Resolves when its end is on the record. */
  get finished(): Promise<void> {
    return this.#finished;
  }

  /** Waits for the end of a line that has only just begun: whether it has come, and is on the record. */
  async endsSoon(): Promise<boolean> {
    // A person has seen it end already.
    if (this.#hasExited) return await this.#end();
    const over = new AbortController();
    const left = Math.max(0, TYPED_AHEAD_MS - this.durationMs);
    const isLate = pause(left, false, { signal: over.signal, ref: false }).catch(() => false);
    try {
      return await Promise.race([this.#end(), isLate]);
    } finally {
      over.abort();
    }
  }

  async #end(): Promise<boolean> {
    await this.#starting;
    await this.#finished;
    return true;
  }

  get durationMs(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  /** `result` resolves when it runs, or was a built-in that is done. */
  starts<T>(result: Promise<T>): Promise<T> {
    this.#starting = result.catch(() => {});
    return result;
  }

  /** `finished` resolves when its end is on the record. */
  runs(id: string, block: CommandBlock, finish: () => Promise<void>): void {
    this.#block = { id, block };
    const exited = () => {
      this.#hasExited = true;
    };
    block.exited.then(exited, exited);
    this.#finished = finish();
    if (this.#stoppedBy) void block.end();
  }

  /** The first time like Ctrl+C; a program that goes on after that is ended the next time. */
  interrupt(): void {
    const isAgain = this.#stoppedBy !== undefined;
    this.#stoppedBy ??= 'abort';
    this.#abort.abort();
    if (isAgain) void this.#block?.block.end();
    else this.#block?.block.interrupt();
  }

  /** Ends it because the host ends; resolves when that is on the record. */
  async stop(): Promise<void> {
    this.#stoppedBy ??= 'stopping';
    this.#abort.abort();
    await this.#block?.block.end();
    await this.#starting;
    await this.#block?.block.end();
    await this.#finished;
  }
}
