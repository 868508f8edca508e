import type { z } from 'zod';
import { AppError, messageOf } from '../app-error.ts';
import type { Logger } from '../logger.ts';
import { formatBytes } from '../text/format-bytes.ts';
import { exists } from './accessible.ts';
import { backUpFile } from './backup-file.ts';
import { readTextFile, writeTextFile } from './text-file.ts';

export interface StoredJsonOptions<Content> {
  readonly file: string;
  readonly log: Logger;
  readonly schema: z.ZodType<Content>;
  /** Event of the log for a file that cannot be read. */
  readonly warning: string;
  readonly maxBytes: number;
}

/** A JSON file that the app alone writes, whole. One that cannot be read is kept aside before it is written again. */
export class StoredJson<Content> {
  readonly #options: StoredJsonOptions<Content>;
  #isBroken = false;

  constructor(options: StoredJsonOptions<Content>) {
    this.#options = options;
  }

  /** Whether the file was there and could not be read. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Returns undefined for a file that is missing or cannot be read. */
  async read(): Promise<Content | undefined> {
    const { file, log, schema, warning, maxBytes } = this.#options;
    const reading = await readTextFile(file, maxBytes);
    this.#isBroken = false;
    if (reading.state === 'missing') return undefined;
    try {
      if (reading.state === 'unreadable') throw new Error(reading.message);
      return schema.parse(JSON.parse(reading.text));
    } catch (error) {
      this.#isBroken = true;
      log.warn(warning, { file, message: messageOf(error) });
      return undefined;
    }
  }

  /** @throws AppError UNAVAILABLE if it cannot be written down, or could not be read again */
  async write(content: Content): Promise<void> {
    const { file, maxBytes } = this.#options;
    const text = `${JSON.stringify(content, undefined, 2)}\n`;
    if (Buffer.byteLength(text) > maxBytes) throw tooLarge(file, maxBytes);
    // A broken file may have been removed by hand meanwhile.
    if (this.#isBroken && (await exists(file))) await backUpFile(file, new Date());
    this.#isBroken = false;
    await writeTextFile(file, text, 0o600);
  }
}

function tooLarge(file: string, maxBytes: number): AppError {
  const message = `${file} cannot be saved: it would be larger than ${formatBytes(maxBytes)}, and could not be read again`;
  return new AppError('UNAVAILABLE', message, { where: file, advice: 'Remove entries that are not needed any more' });
}
