import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Most bytes of one stream. */
const MAX_BYTES = 5_000_000;

/** All of a stream's text, written to a private file once it is known that the result will not have all of it. */
export class FullOutput {
  readonly #path: string;
  #waiting: string[] = [];
  #room = MAX_BYTES;
  #isOnDisk = false;
  #writing: Promise<void> | undefined;
  #problem: unknown;

  constructor(folder: string, name: string) {
    this.#path = join(folder, name);
  }

  /** @param isShortened whether the result leaves something out by now */
  add(text: string, isShortened: boolean): void {
    if (this.#room <= 0 || this.#problem !== undefined) return;
    const bytes = Buffer.byteLength(text);
    const kept = bytes <= this.#room ? text : new TextDecoder().decode(Buffer.from(text).subarray(0, this.#room));
    this.#room -= bytes;
    this.#waiting.push(kept);
    if (!isShortened && !this.#isOnDisk) return;
    this.#isOnDisk = true;
    this.#writing ??= this.#write();
  }

  /** Returns the path of the file; `undefined` if it was not needed, or could not be written. */
  async path(onProblem: (problem: unknown) => void): Promise<string | undefined> {
    await this.#writing;
    if (this.#problem !== undefined) onProblem(this.#problem);
    return this.#isOnDisk && this.#problem === undefined ? this.#path : undefined;
  }

  /**
   * Writes everything that waits, at once, until nothing does: opening the file for each piece would cost more than the
   * bytes.
   */
  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const text = this.#waiting.join('');
      this.#waiting = [];
      try {
        await appendFile(this.#path, text, { mode: 0o600 });
      } catch (error) {
        this.#problem ??= error;
      }
    }
    this.#writing = undefined;
  }
}
