import { closeSync, write } from 'node:fs';
import { promisify } from 'node:util';

/** Bytes of an unpacked block that belong to a file. */
export interface BlockPart {
  readonly block: Buffer;
  readonly from: number;
  readonly length: number;
}

/** An open file that is written block by block. */
export interface FileInBlocks {
  readonly file: number;
  readonly parts: AsyncIterable<BlockPart>;
  /** Called when everything is written, before the file is closed. */
  readonly whenWritten: () => void;
}

/** Blocks that are being written at most. */
const MOST_BLOCKS = 4;

const writeInPool = promisify(write);

/** Writes files in Node's pool, a few blocks at a time, while the caller unpacks others. Disposing it waits until no file is open. */
export class PoolWrites implements AsyncDisposable {
  readonly #blocks = new Set<Promise<void>>();
  readonly #files = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  /**
   * Takes over a file, and resolves when its last block is being written.
   *
   * @throws what reading a part throws, or what an earlier write failed with
   */
  async writeFile({ file, parts, whenWritten }: FileInBlocks): Promise<void> {
    const writes: Promise<void>[] = [];
    let position = 0;
    try {
      for await (const part of parts) {
        while (this.#blocks.size >= MOST_BLOCKS) await Promise.race(this.#blocks);
        this.#throwFailure();
        writes.push(this.#begin(file, part, position));
        position += part.length;
      }
    } catch (error) {
      this.#failure ??= { error };
    }
    const ended = this.#end(file, writes, whenWritten);
    this.#files.add(ended);
    void ended.then(() => this.#files.delete(ended));
    this.#throwFailure();
  }

  /** Resolves when every file is whole and closed. @throws what writing one failed with */
  async finish(): Promise<void> {
    await this[Symbol.asyncDispose]();
    this.#throwFailure();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#files);
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Settles without an error, which is kept. */
  #begin(file: number, part: BlockPart, position: number): Promise<void> {
    const writing = writeWhole(file, part, position).catch((error: unknown) => {
      this.#failure ??= { error };
    });
    this.#blocks.add(writing);
    void writing.then(() => this.#blocks.delete(writing));
    return writing;
  }

  /** Closes a file when nothing is written to it any more: its number may be another file's then. */
  async #end(file: number, writes: readonly Promise<void>[], whenWritten: () => void): Promise<void> {
    await Promise.all(writes);
    try {
      if (!this.#failure) whenWritten();
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      closeSync(file);
    }
  }
}

async function writeWhole(file: number, { block, from, length }: BlockPart, position: number): Promise<void> {
  for (let done = 0; done < length; ) {
    const { bytesWritten } = await writeInPool(file, block, from + done, length - done, position + done);
    done += bytesWritten;
  }
}
