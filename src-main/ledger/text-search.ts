import type { AnyLedgerEvent } from '#contract';
import { foldedText, searchedText, searchWords } from '#contract/event-facets';
import { AppError } from '#core/app-error';
import { knownEvent } from './event-line.ts';
import type { ContentStore } from './ports.ts';

/** Most kept output examined by one search, in bytes. */
export const MAX_SEARCHED_BYTES = 64 * 1024 * 1024;
const PART_BYTES = 1024 * 1024;

/** Whether every word occurs, in any case, in an event, its id or in the output that it kept. */
export class TextSearch {
  readonly #words: readonly string[];
  readonly #content: ContentStore;
  #searchedBytes = 0;
  #unsearched = 0;

  constructor(text: string, content: ContentStore) {
    this.#words = searchWords(text);
    this.#content = content;
  }

  async matches(event: AnyLedgerEvent): Promise<boolean> {
    if (this.#words.length === 0) return true;
    const text = searchedText(event);
    const missing = this.#words.filter((word) => !text.includes(word));
    if (missing.length === 0) return true;
    const known = knownEvent(event);
    const spool = known?.type === 'command.ran' ? known.data.spool : undefined;
    // What was not left out of `output` has been looked through already.
    return spool !== undefined && (await this.#isInContent(spool.hash, missing));
  }

  warnings(): string[] {
    if (this.#unsearched === 0) return [];
    const limit = `${MAX_SEARCHED_BYTES / 1024 / 1024} MB`;
    return [
      `Only the first ${limit} of kept output were searched, ${this.#unsearched} outputs not or not to their end: narrow the search by session or type`,
    ];
  }

  async #isInContent(hash: string, words: readonly string[]): Promise<boolean> {
    let missing = words;
    const longest = Math.max(...words.map((word) => word.length));
    const decoder = new TextDecoder();
    let overlap = '';
    for (let offset = 0; ; ) {
      if (this.#searchedBytes >= MAX_SEARCHED_BYTES) {
        this.#unsearched++;
        return false;
      }
      const part = await this.#partOf(hash, offset);
      const text = overlap + foldedText(decoder.decode(part, { stream: true }));
      missing = missing.filter((word) => !text.includes(word));
      if (missing.length === 0) return true;
      if (part.length < PART_BYTES) return false;
      overlap = text.slice(-longest);
      offset += part.length;
    }
  }

  async #partOf(hash: string, offset: number): Promise<Buffer> {
    try {
      const { bytes } = await this.#content.readPart(hash, { offset, length: PART_BYTES });
      this.#searchedBytes += bytes.length;
      return bytes;
    } catch (error) {
      if (error instanceof AppError) return Buffer.alloc(0);
      throw error;
    }
  }
}
