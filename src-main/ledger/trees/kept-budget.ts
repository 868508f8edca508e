import { mkdirSync, readFileSync, renameSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface BudgetLimits {
  /** Share of the disk's free room that old content may take, in percent; what it takes already counts as free. */
  readonly keepPercent: number;
  /** Most that it may take, in bytes. */
  readonly keepBytes: number;
}

/** Budget of disk space for old content of watched files. What is kept already is never removed for it. */
export class KeptBudget {
  readonly #folder: string;
  readonly #file: string | undefined;
  #used: number;
  #room = 0;
  #isSaved = true;

  /** `folder`: on the disk that is filled. `file`: says how much was kept, over restarts. */
  constructor(folder: string, file: string | undefined) {
    this.#folder = folder;
    this.#file = file;
    this.#used = file === undefined ? 0 : savedIn(file);
  }

  /** Looks how much is free now. */
  refresh({ keepPercent, keepBytes }: BudgetLimits): void {
    const free = freeBytes(this.#folder);
    const share = ((free + this.#used) * keepPercent) / 100;
    this.#room = Math.max(0, Math.min(share, keepBytes) - this.#used);
  }

  hasRoom(bytes: number): boolean {
    return bytes <= this.#room;
  }

  add(bytes: number): void {
    this.#used += bytes;
    this.#room -= bytes;
    this.#isSaved = false;
  }

  /** Counts bytes that were removed. */
  free(bytes: number): void {
    this.add(-Math.min(bytes, this.#used));
    this.save();
  }

  /** Writes down how much was kept; a crash in between loses what was added since. */
  save(): void {
    if (this.#isSaved || this.#file === undefined) return;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(`${this.#file}.new`, JSON.stringify({ bytes: this.#used }), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
      this.#isSaved = true;
    } catch {
      // It is tried again with the next.
    }
  }
}

function savedIn(file: string): number {
  try {
    const { bytes } = JSON.parse(readFileSync(file, 'utf8')) as { readonly bytes?: unknown };
    return typeof bytes === 'number' && bytes >= 0 ? bytes : 0;
  } catch {
    return 0;
  }
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Where the system cannot say, writing will.
    return Number.MAX_SAFE_INTEGER;
  }
}

/** Path of the file that records how much was kept. */
export function keptFile(folder: string | undefined): string | undefined {
  return folder === undefined ? undefined : join(folder, 'kept.json');
}
