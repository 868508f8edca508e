import { appendFile, readFile } from 'node:fs/promises';
import { messageOf, systemCodeOf } from '#core/app-error';
import { writeFileAtomic } from '#core/files/atomic-file';
import type { Logger } from '#core/logger';

export type HistoryMode = 'shell' | 'chat';

interface HistoryEntry {
  readonly mode: HistoryMode;
  readonly line: string;
}

export interface HistoryOptions {
  readonly file: string;
  /** Most lines kept. */
  readonly most: () => number;
  /** Blanks what must not be written down. */
  readonly redact: (text: string) => string;
  readonly now?: () => number;
  readonly log: Logger;
}

/** Longest line that is kept, in UTF-16 units: a pasted file is no line to look for. */
const LONGEST = 20_000;

/**
 * Lines that were typed, of all sessions and kinds of front, in one file of JSON lines that is only appended to, so that
 * several hosts do not overwrite each other.
 */
export class CommandHistory {
  readonly #options: HistoryOptions;
  #writing: Promise<void> = Promise.resolve();
  #isTrimmed = false;
  #hasAdded = false;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** A line that begins with a space is kept out, as is one that cannot be written: it was typed all the same. */
  add(mode: HistoryMode, line: string): void {
    const { file, most, redact, now = Date.now, log } = this.#options;
    if (line.startsWith(' ') || line.trim() === '' || line.length > LONGEST || most() === 0) return;
    // A line that a crash cut short has no end of its own.
    const start = this.#hasAdded ? '' : '\n';
    this.#hasAdded = true;
    const text = `${start}${JSON.stringify({ at: now(), mode, line: redact(line.trim()) })}\n`;
    this.#writing = this.#writing
      .then(() => appendFile(file, text, { mode: 0o600 }))
      .catch((error) => log.warn('console.history.failed', { file, error: messageOf(error) }));
  }

  /** Newest first, each line once. */
  async find(query: { text?: string | undefined; mode?: HistoryMode | undefined; limit: number }): Promise<string[]> {
    await this.#writing;
    const entries = await this.#read();
    const wanted = query.text?.toLowerCase() ?? '';
    const found = new Set<string>();
    for (const { mode, line } of entries.reverse()) {
      if (found.size >= query.limit) break;
      if ((query.mode ?? mode) === mode && line.toLowerCase().includes(wanted)) found.add(line);
    }
    return [...found];
  }

  /** Resolves when everything is written. */
  settle(): Promise<void> {
    return this.#writing;
  }

  async #read(): Promise<HistoryEntry[]> {
    const { file, most, log } = this.#options;
    const lines = await linesIn(file).catch((error) => {
      if (systemCodeOf(error) !== 'ENOENT') log.warn('console.history.unreadable', { file, error: messageOf(error) });
      return [];
    });
    const limit = most();
    if (!this.#isTrimmed && lines.length > limit * 1.2) await this.#trim(limit);
    return newest(lines, limit).flatMap(parseEntry);
  }

  /** Trims the file once per start, since other hosts may append to it. */
  async #trim(limit: number): Promise<void> {
    this.#isTrimmed = true;
    const { file, log } = this.#options;
    this.#writing = this.#writing
      // Read in its turn: a line may have been typed meanwhile.
      .then(async () => writeFileAtomic(file, `${newest(await linesIn(file), limit).join('\n')}\n`))
      .catch((error) => log.warn('console.history.failed', { file, error: messageOf(error) }));
    await this.#writing;
  }
}

async function linesIn(file: string): Promise<readonly string[]> {
  return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
}

const newest = (lines: readonly string[], limit: number) => lines.slice(Math.max(0, lines.length - limit));

/** Parses an entry; a line that a crash cut short is dropped. */
function parseEntry(text: string): HistoryEntry[] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('mode' in value) || !('line' in value)) return [];
    const { mode, line } = value;
    return typeof line === 'string' && (mode === 'shell' || mode === 'chat') ? [{ mode, line }] : [];
  } catch {
    return [];
  }
}
