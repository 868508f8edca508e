/** A piece of a file: where it stands in the image, packed or not, and how many bytes it comes to. */
export interface DataBlock {
  readonly start: number;
  /** Bytes in the image; 0 for a hole. */
  readonly size: number;
  readonly isStored: boolean;
  readonly length: number;
}

/** Fragments whose place is remembered; neighbouring files share them. */
const MOST = 256;

/** Blocks of the fragments that were asked for last, by number. */
export class RecentFragments {
  readonly #blocks = new Map<number, DataBlock>();

  at(number: number): DataBlock | undefined {
    return this.#blocks.get(number);
  }

  keep(number: number, block: DataBlock): DataBlock {
    if (this.#blocks.size >= MOST) this.#blocks.clear();
    this.#blocks.set(number, block);
    return block;
  }
}
