import { type FileHandle, open } from 'node:fs/promises';
import type { ContentHash } from '#contract';
import { messageOf, systemCodeOf } from '#core/app-error';
import { mapBounded } from '#core/async/map-bounded';
import { openKept } from '#ledger';
import { HashScanner } from './hashes-in.ts';
import { type ReferringFile, referringFiles } from './referring-files.ts';

/** Files that are read beside each other. */
const AT_ONCE = 8;
const MAX_MISSES = 5;
const PIECE_BYTES = 256 * 1024;
/** First bytes of content that may be JSON of ours, such as the record of a folder, and refer to other content. */
const JSON_STARTS: ReadonlySet<number> = new Set(['{', '['].map((start) => start.charCodeAt(0)));

export interface MarkingOptions {
  /** Absolute. */
  readonly dataFolder: string;
  /** Absolute path of the content store. */
  readonly contentFolder: string;
  readonly signal: AbortSignal;
}

/** Finds the kept bytes that something refers to, beginning with the files of the data folder. */
export class Marking {
  /** Hashes that may belong to kept bytes that are needed. */
  readonly marked = new Set<ContentHash>();
  /** Sentences about what could not be read: with any of them it is unknown what is needed. */
  readonly problems: string[] = [];
  readonly #options: MarkingOptions;
  readonly #scanned = new Set<string>();
  /** Number of times that a listed file did not exist. */
  readonly #misses = new Map<string, number>();
  #toFollow: ContentHash[] = [];

  constructor(options: MarkingOptions) {
    this.#options = options;
  }

  /**
   * Marks what the files refer to, and what that refers to in turn. Files that come or move meanwhile are read as well.
   *
   * @param isLeftOut says by its name in the data folder which file does not count
   * @throws the signal's reason
   */
  async markFiles(isLeftOut: (name: string) => boolean = () => false): Promise<void> {
    const { dataFolder, signal } = this.#options;
    for (;;) {
      const files = await referringFiles(dataFolder, (name, error) => this.#cannotRead(name, error));
      const fresh = files.filter(({ name }) => !this.#scanned.has(name) && !isLeftOut(name));
      if (fresh.length === 0 || this.problems.length > 0) break;
      await mapBounded(fresh, AT_ONCE, async (file) => {
        signal.throwIfAborted();
        await this.#scan(file);
      });
    }
    await this.follow();
  }

  /** Marks a hash; what it refers to in turn is marked by `follow`. */
  readonly mark = (hash: ContentHash): void => {
    if (this.marked.has(hash)) return;
    this.marked.add(hash);
    this.#toFollow.push(hash);
  };

  /** Marks what the marked bytes refer to in turn. @throws the signal's reason */
  async follow(): Promise<void> {
    const { contentFolder, signal } = this.#options;
    while (this.#toFollow.length > 0) {
      const hashes = this.#toFollow;
      this.#toFollow = [];
      await mapBounded(hashes, AT_ONCE, async (hash) => {
        signal.throwIfAborted();
        try {
          await using file = await openKept(contentFolder, hash);
          // Most of what looks like a hash is none of kept bytes.
          if (file && (await isJson(file))) await this.#read(file);
        } catch (error) {
          this.#cannotRead(`the kept bytes ${hash}`, error);
        }
      });
    }
  }

  async #scan({ path, name }: ReferringFile): Promise<void> {
    try {
      await using file = await open(path, 'r');
      await this.#read(file);
      this.#scanned.add(name);
    } catch (error) {
      // It has gone or was moved: where to, the next look tells.
      const misses = (this.#misses.get(name) ?? 0) + 1;
      this.#misses.set(name, misses);
      if (systemCodeOf(error) !== 'ENOENT' || misses >= MAX_MISSES) this.#cannotRead(name, error);
    }
  }

  async #read(file: FileHandle): Promise<void> {
    const scanner = new HashScanner(this.mark);
    const buffer = Buffer.alloc(PIECE_BYTES);
    // What is appended meanwhile is heard of by whoever needs it; a file that grows as it is read would have no end.
    const { size } = await file.stat();
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) break;
      scanner.take(buffer.subarray(0, bytesRead));
      at += bytesRead;
      this.#options.signal.throwIfAborted();
    }
    scanner.end();
  }

  #cannotRead(what: string, error: unknown): void {
    this.#options.signal.throwIfAborted();
    this.problems.push(`${what} cannot be read: ${messageOf(error)}`);
  }
}

async function isJson(file: FileHandle): Promise<boolean> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, 0);
  return bytesRead === 1 && JSON_STARTS.has(buffer[0] ?? 0);
}
