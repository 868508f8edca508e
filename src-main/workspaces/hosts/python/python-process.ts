import { messageOf } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import { Emitter } from '#core/async/emitter';
import { LineReader } from '#core/parsing/json-lines';
import { readPaced } from '#process/paced-pipe';
import type { ProcessGroup } from '#process/process-group';
import type { LinkEnd } from '#tools';
import { FromPython, type ToPython } from './wire.ts';

/** Longest line of a host, in bytes: an answer at its limit, escaped. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
/** Time that leftover processes may hold its pipes after it ended, in milliseconds. */
const LINGER_MS = 250;

/** A running host program: its messages, its diagnostics, and its end, told once. */
export class PythonProcess {
  readonly #group: ProcessGroup;
  readonly #messages = new Emitter<FromPython>();
  readonly #stderr = new Emitter<string>();
  readonly #ending = new Deferred<LinkEnd>();
  readonly onMessage = this.#messages.subscribe;
  readonly onStderr = this.#stderr.subscribe;
  readonly ended = this.#ending.promise;
  #isOver = false;
  #own = 1;
  #lastWords = '';

  constructor(group: ProcessGroup) {
    this.#group = group;
    const reader = new LineReader({
      maxBytes: MAX_LINE_BYTES,
      onLine: (line) => this.#take(line),
      onTooLong: () => this.over('failed', 'It sent a line of more than 64 MB'),
    });
    group.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
    group.stdout.on('error', () => {});
    group.stdin?.on('error', () => {});
    readPaced(group.stderr, (text) => {
      this.#lastWords = (this.#lastWords + text).slice(-2000);
      this.#stderr.emit(text);
    });
    void group.exited.then(async ({ exitCode, signal }) => {
      const closed = new Promise((resolve) => group.stdout.once('close', resolve));
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LINGER_MS))]);
      this.over('failed', exitCode === undefined ? `It was ended by ${signal}` : `It ended with exit code ${exitCode}`);
    });
  }

  get pid(): number {
    return this.#group.pid;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The end of what it wrote to its diagnostics. */
  get lastWords(): string {
    return this.#lastWords.trim().split('\n').slice(-3).join('\n');
  }

  send(message: ToPython): void {
    if (!this.#isOver) this.#group.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  /** Counts the processes of the host itself and its box; to be called when it is ready. */
  async noteOwnProcesses(): Promise<void> {
    this.#own = (await this.#group.pids()).length;
  }

  /** Processes that code of the workspace has started and that are alive. */
  async newProcesses(): Promise<number> {
    return Math.max(0, (await this.#group.pids()).length - this.#own);
  }

  /** Ends it and all that it started; the first reason counts. */
  over(state: LinkEnd['state'], reason: string, graceMs = 0): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ending.resolve({ state, reason });
    void this.#group.end(graceMs);
  }

  /** Resolves when all of it is gone. */
  async end(graceMs: number): Promise<void> {
    this.over('completed', 'It was ended', graceMs);
    await this.#group.end(graceMs);
  }

  #take(line: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#messages.emit(FromPython.parse(JSON.parse(line.toString())));
    } catch (error) {
      this.over('failed', `It sent a line that is no message: ${messageOf(error).slice(0, 200)}`);
    }
  }
}
