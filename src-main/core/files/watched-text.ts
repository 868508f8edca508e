import { Mutex } from '../async/mutex.ts';
import type { Logger } from '../logger.ts';
import { type FileReadResult, readTextFile, writeTextFile } from './text-file.ts';
import { watchForChanges } from './watch-file.ts';

export interface WatchedTextOptions {
  /** Absolute. */
  readonly path: string;
  readonly maxBytes: number;
  readonly log: Logger;
  /** Called when the content is new: at the start, or because somebody else changed it. */
  readonly onRead: (reading: FileReadResult) => void;
}

/** A small text file that a person edits, too: read, watched, and what we do with it done one after another. */
export class WatchedText implements AsyncDisposable {
  readonly #options: WatchedTextOptions;
  #reading: FileReadResult = { state: 'missing' };
  readonly #mutex = new Mutex();
  #watcher: Disposable | undefined;
  #isDisposed = false;

  constructor(options: WatchedTextOptions) {
    this.#options = options;
  }

  /** Empty if there is none that could be read. */
  get text(): string {
    return this.#reading.state === 'text' ? this.#reading.text : '';
  }

  get reading(): FileReadResult {
    return this.#reading;
  }

  async open(): Promise<void> {
    await this.inTurn(async () => {});
    await this.#watch();
    // A change before it was watched was not heard.
    await this.#lookAgain();
  }

  /** Does a step with what is on disk now, and nothing else with the file in the meantime. */
  inTurn<T>(step: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      await this.#reload();
      return await step();
    });
  }

  /** Writes the text, within a step of `inTurn`; `onRead` does not report it. @throws AppError UNAVAILABLE */
  async write(text: string, mode?: number): Promise<FileReadResult> {
    await writeTextFile(this.#options.path, text, mode);
    this.#reading = { state: 'text', text };
    // The folder may have been made just now.
    await this.#watch();
    return this.#reading;
  }

  /** Marks the file as missing, within a step of `inTurn` that has removed it. */
  forget(): void {
    this.#reading = { state: 'missing' };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#watcher?.[Symbol.dispose]();
    await this.#mutex.settled();
  }

  async #reload(): Promise<void> {
    const { path, maxBytes, onRead } = this.#options;
    const reading = await readTextFile(path, maxBytes);
    if (JSON.stringify(reading) === JSON.stringify(this.#reading)) return;
    this.#reading = reading;
    onRead(reading);
  }

  async #watch(): Promise<void> {
    const { path, log } = this.#options;
    const watcher = await watchForChanges(path, () => void this.#lookAgain(), log);
    this.#watcher?.[Symbol.dispose]();
    this.#watcher = watcher;
    if (this.#isDisposed) watcher[Symbol.dispose]();
  }

  async #lookAgain(): Promise<void> {
    if (!this.#isDisposed) await this.#mutex.run(() => this.#reload());
  }
}
