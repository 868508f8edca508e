import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '#core/app-error';

export interface RotatingFileOptions {
  /** Absolute; its folder is made. */
  readonly path: string;
  /** A record that would make the file reach this size begins a new one; 0: never. */
  readonly maxBytes: number;
  /** Older files that are kept, as `path.1`, the newest, and so on; 0: there is only one file, without an end. */
  readonly backups: number;
  /** Called once if it cannot be written, until it can. */
  readonly onProblem: (error: unknown) => void;
}

/** Records that wait while the disk is slow; more are dropped rather than kept in memory. */
const MAX_WAITING = 10_000;

/** A log file that is renamed when it has grown, as Python's `RotatingFileHandler` does. Writing never throws. */
export class RotatingFile implements AsyncDisposable {
  readonly #options: RotatingFileOptions;
  #waiting: string[] = [];
  #writing: Promise<void> | undefined;
  #file: FileHandle | undefined;
  #bytes = 0;
  #hasProblem = false;

  constructor(options: RotatingFileOptions) {
    this.#options = options;
  }

  write(line: string): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(`${line}\n`);
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything written so far is in the file, or could not be. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush();
    await this.#file?.close().catch(() => {});
    this.#file = undefined;
  }

  async #writeAll(): Promise<void> {
    // What is written in one go by the callers is one write.
    await Promise.resolve();
    for (let records = this.#waiting; records.length > 0; records = this.#waiting) {
      this.#waiting = [];
      try {
        await this.#append(records);
        this.#hasProblem = false;
      } catch (error) {
        await this.#file?.close().catch(() => {});
        this.#file = undefined;
        if (!this.#hasProblem) this.#options.onProblem(error);
        this.#hasProblem = true;
      }
    }
    this.#writing = undefined;
  }

  async #append(records: readonly string[]): Promise<void> {
    let together = '';
    let bytes = 0;
    for (const record of records) {
      const own = Buffer.byteLength(record);
      await this.#open();
      if (this.#isFull(bytes + own)) {
        await this.#flushText(together, bytes);
        together = '';
        bytes = 0;
        if (this.#isFull(own)) await this.#rotate();
      }
      together += record;
      bytes += own;
    }
    await this.#flushText(together, bytes);
  }

  /** A record that is longer than a whole file has one of its own. */
  #isFull(more: number): boolean {
    const { maxBytes, backups } = this.#options;
    return maxBytes > 0 && backups > 0 && this.#bytes + more >= maxBytes && this.#bytes + more > 0;
  }

  async #flushText(text: string, bytes: number): Promise<void> {
    if (bytes === 0) return;
    await this.#file?.appendFile(text);
    this.#bytes += bytes;
  }

  async #open(): Promise<void> {
    if (this.#file) return;
    await mkdir(dirname(this.#options.path), { recursive: true });
    this.#file = await open(this.#options.path, 'a', 0o600);
    this.#bytes = (await this.#file.stat()).size;
  }

  async #rotate(): Promise<void> {
    if (this.#bytes === 0) return;
    const { path, backups } = this.#options;
    await this.#file?.close();
    this.#file = undefined;
    await rm(`${path}.${backups}`, { force: true });
    for (let number = backups - 1; number >= 0; number--) {
      const older = number === 0 ? path : `${path}.${number}`;
      await rename(older, `${path}.${number + 1}`).catch((error: unknown) => {
        if (systemCodeOf(error) !== 'ENOENT') throw error;
      });
    }
    await this.#open();
  }
}
