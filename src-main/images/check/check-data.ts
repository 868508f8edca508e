import { ImageError } from '../image-error.ts';
import type { DataBlock } from '../squashfs/data-block.ts';
import { fragmentAt, readBlock, readFragment, wholeBlocks } from '../squashfs/file-data.ts';
import { inodeAt, type Squashfs } from '../squashfs/open-squashfs.ts';
import type { InodeReference } from '../squashfs/superblock.ts';
import type { InodeJudge } from './judge-inodes.ts';

/** Blocks do not lie over each other; a little more is read than the image has. */
const OVERLAP = 2;
const LENGTHS = 2 ** 21;

/** Unpacks every block of every file, each once. @throws ImageError `data`, at the first that is damaged */
export function* checkData(image: Squashfs, { files, fragmentBytes }: InodeJudge): Generator<void> {
  const blocks = new ReadBlocks(image);
  for (const block of blocksOfFiles(image, files)) {
    if (block.size === 0 || !blocks.isNew(block)) continue;
    readBlock(image, block);
    yield;
  }
  const least = leastBytes(image, fragmentBytes);
  for (let number = 0; number < image.fragments.count; number++) {
    const block = fragmentAt(image, number);
    if (!blocks.isNew(block)) continue;
    readFragment(image, { block, least: least.get(placeOf(block)) ?? 1 });
    yield;
  }
}

/** Bytes that a block must come to, by its place: several fragments may name the same one, which is read once. */
function leastBytes(image: Squashfs, fragmentBytes: ReadonlyMap<number, number>): ReadonlyMap<string, number> {
  const least = new Map<string, number>();
  for (const [number, bytes] of fragmentBytes) {
    const place = placeOf(fragmentAt(image, number));
    least.set(place, Math.max(least.get(place) ?? 1, bytes));
  }
  return least;
}

function placeOf({ start, size, isStored }: DataBlock): string {
  return `${start}:${size}:${isStored}`;
}

function* blocksOfFiles(image: Squashfs, files: readonly InodeReference[]): Generator<DataBlock> {
  for (const reference of files) {
    const { file } = inodeAt(image, reference);
    if (file) yield* wholeBlocks(image, file);
  }
}

/** Knows which blocks were read, so that files that share them cost nothing, and stops those that lie over each other. */
class ReadBlocks {
  readonly #image: Squashfs;
  readonly #first = new Map<number, number>();
  readonly #others = new Set<string>();
  #bytes = 0;

  constructor(image: Squashfs) {
    this.#image = image;
  }

  isNew({ start, size, isStored, length }: DataBlock): boolean {
    const form = (size * LENGTHS + length) * (isStored ? -1 : 1);
    const first = this.#first.get(start);
    if (first === form || this.#others.has(`${start}:${form}`)) return false;
    if (first === undefined) this.#first.set(start, form);
    else this.#others.add(`${start}:${form}`);
    this.#bytes += size;
    if (this.#bytes <= OVERLAP * this.#image.superblock.size) return true;
    throw new ImageError('data', 'Blocks of the image lie over each other');
  }
}
