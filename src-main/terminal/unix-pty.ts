import type { NativePty } from 'node-pty/requireBinary.js';
import { endSession } from './end-session.ts';
import { Master } from './master.ts';
import type { Pty, PtyEvents, PtyExit, PtySize } from './pty.ts';
import { isAlive } from './session-processes.ts';

export interface UnixPtyOptions {
  readonly native: NativePty;
  /** Descriptor of the master; the terminal closes it. */
  readonly descriptor: number;
  readonly events: PtyEvents;
  readonly job: (pid: number) => string | undefined;
  readonly folder?: (pid: number) => string | undefined;
  readonly onClosed?: () => void;
}

/** A terminal on Linux or macOS, from the moment its master is open. */
export class UnixPty implements Pty {
  readonly #options: UnixPtyOptions;
  readonly #master: Master;
  #pid = 0;
  #hasExited = false;
  #closing: Promise<void> | undefined;
  #disposal: Promise<void> | undefined;

  constructor(options: UnixPtyOptions) {
    this.#options = options;
    this.#master = new Master(options.descriptor, options.events.onData);
  }

  get pid(): number {
    return this.#pid;
  }

  started(pid: number): void {
    this.#pid = pid;
  }

  /** The program has exited: what the kernel still has of its output comes first, then the exit. */
  exited(exit: PtyExit): void {
    if (this.#hasExited) return;
    this.#hasExited = true;
    this.#master.drain();
    void this.close();
    this.#options.events.onExit(exit);
  }

  close(): Promise<void> {
    this.#closing ??= this.#master.close().finally(() => this.#options.onClosed?.());
    return this.#closing;
  }

  write(data: string): void {
    if (!this.#hasExited) this.#master.write(data);
  }

  resize({ columns, rows }: PtySize): void {
    if (!this.#hasExited) this.#options.native.resize(this.#master.descriptor, columns, rows);
  }

  pause(): void {
    this.#master.pause();
  }

  resume(): void {
    this.#master.resume();
  }

  folder(): string | undefined {
    return this.#hasExited ? undefined : this.#options.folder?.(this.#pid);
  }

  job(): string | undefined {
    return this.#hasExited ? undefined : this.#options.job(this.#pid);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#end();
    return this.#disposal;
  }

  async #end(): Promise<void> {
    // A program that blocks on its output could not act on the hang-up.
    this.#master.resume();
    // While anything of the session lives its number is not given out again: a process that has it is somebody else's.
    const isOthers = this.#hasExited && isAlive(this.#pid);
    if (!isOthers) await endSession(this.#pid, () => this.#hasExited);
    await this.close();
  }
}
