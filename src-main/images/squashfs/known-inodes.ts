import type { Inode } from './inode.ts';

/** Inodes that are kept: some 10 MiB. */
const MOST = 32_768;

/** Inodes that were read, by their block and their offset in it; only the first ones are kept. */
export class KnownInodes {
  // By two small numbers: one number for both would be too large for a quick key.
  readonly #byBlock = new Map<number, Map<number, Inode>>();
  #count = 0;

  at(block: number, offset: number): Inode | undefined {
    return this.#byBlock.get(block)?.get(offset);
  }

  keep(block: number, offset: number, inode: Inode): void {
    if (this.#count >= MOST) return;
    this.#count++;
    const there = this.#byBlock.get(block);
    if (there) there.set(offset, inode);
    else this.#byBlock.set(block, new Map([[offset, inode]]));
  }

  clear(): void {
    this.#byBlock.clear();
    this.#count = 0;
  }
}
