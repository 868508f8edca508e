import { readFile } from 'node:fs/promises';
import { AppError, messageOf } from '#core/app-error';
import { writeFileAtomic } from '#core/atomic-file';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/redact';

export type Layout = Record<string, unknown>;

const MAX_BYTES = 256_000;

/** How the person left the window, in one file. Losing it costs a few clicks, so a broken one is replaced, not mended. */
export class LayoutFile {
  readonly #path: string;
  readonly #log: Logger;
  readonly #redactor: Redactor;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, log: Logger, redactor: Redactor = new Redactor()) {
    this.#path = path;
    this.#log = log;
    this.#redactor = redactor;
  }

  async load(): Promise<Layout> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#path, 'utf8'));
      if (isLayout(value)) return value;
      this.#log.warn('layout.ignored', { file: this.#path, reason: 'not an object' });
    } catch (error) {
      if (!isMissing(error)) this.#log.warn('layout.ignored', { file: this.#path, reason: messageOf(error) });
    }
    return {};
  }

  /** In the order asked for; several windows' last word wins. Secrets in drafts are blanked. @throws AppError LIMIT_EXCEEDED over 256 kB */
  save(layout: Layout): Promise<void> {
    const text = JSON.stringify(this.#redactor.value(layout));
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_BYTES) {
      throw new AppError('LIMIT_EXCEEDED', `The layout is ${bytes} bytes; at most ${MAX_BYTES} are kept`);
    }
    this.#writing = this.#writing.catch(() => {}).then(() => writeFileAtomic(this.#path, text));
    return this.#writing;
  }

  /** Resolves when what was asked for is on disk. */
  async flush(): Promise<void> {
    await this.#writing.catch(() => {});
  }
}

function isLayout(value: unknown): value is Layout {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
