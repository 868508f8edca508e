import type { ByteSource } from '../squashfs/byte-source.ts';
import { fragmentAt } from '../squashfs/file-data.ts';
import type { Squashfs } from '../squashfs/open-squashfs.ts';
import { SUPERBLOCK_SIZE } from '../squashfs/superblock.ts';
import type { ImageSink } from '../write/image-sink.ts';
import type { NewEntry, NewFileEntry, NewFolder, PlacedContent } from '../write/new-entry.ts';
import { filesInTree, someFilesOf } from '../write/tree-numbers.ts';

const COPIED = 1024 * 1024;
const SIZE_BITS = (1 << 24) - 1;

/** The data of an image in a new one: trees that name it, and the records of its fragments. */
export interface KeptData {
  readonly root: NewFolder;
  readonly fragments: readonly Buffer[];
}

interface KeepDataOptions {
  readonly image: Squashfs;
  readonly source: ByteSource;
  /** Tree to write; its files refer to blocks of the image. */
  readonly root: NewFolder;
  /** Position behind the last block that a file of the image names, where that is known. */
  readonly dataEnd?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies all data of an image to the place where it stood, so that what names it need not change. `undefined` where data stands
 * behind the tables, which only odd programs do.
 */
export async function keepData(
  sink: ImageSink,
  { image, source, root, dataEnd, signal }: KeepDataOptions,
): Promise<KeptData | undefined> {
  const end = image.superblock.inodes;
  const records = fragmentRecords(image);
  for (const [number] of records.entries()) {
    const { start, size } = fragmentAt(image, number);
    if (start + size > end) return undefined;
  }
  if ((dataEnd ?? dataEndIn(root)) > end) return undefined;
  await copyBytes(sink, source, { from: SUPERBLOCK_SIZE, to: end, signal });
  return { root, fragments: records };
}

function dataEndIn(root: NewFolder): number {
  let end = 0;
  for (const { content } of someFilesOf(root)) {
    if (content.from === 'image') end = Math.max(end, content.placed.start + packedBytes(content.placed));
  }
  return end;
}

/** Copies only the data that the tree names, as it is packed, block after block. */
export async function moveData(sink: ImageSink, { image, source, root, signal }: KeepDataOptions): Promise<KeptData> {
  if (image.superblock.hasCodecOptions) await copyCodecOptions(sink, source);
  const moving = new DataMover(sink, { image, source, root, signal });
  const moved = new Map<NewEntry, NewEntry>();
  for (const file of filesInTree(root)) {
    if (file.content.from === 'image') moved.set(file, await moving.move(file, file.content.placed));
  }
  return { root: replaceEntries(root, moved), fragments: moving.fragments };
}

class DataMover {
  readonly #sink: ImageSink;
  readonly #given: KeepDataOptions;
  /** New starts of runs of blocks, by where they were and how long they are. */
  readonly #runs = new Map<string, number>();
  readonly #numbers = new Map<number, number>();
  readonly fragments: Buffer[] = [];

  constructor(sink: ImageSink, given: KeepDataOptions) {
    this.#sink = sink;
    this.#given = given;
  }

  async move(file: NewFileEntry, placed: PlacedContent): Promise<NewFileEntry> {
    this.#given.signal?.throwIfAborted();
    const start = await this.#moveBlocks(placed);
    const { fragment } = placed;
    const number = fragment && (await this.#moveFragment(fragment.number));
    const moved = number === undefined || !fragment ? undefined : { number, offset: fragment.offset };
    return { ...file, content: { from: 'image', placed: { ...placed, start, fragment: moved } } };
  }

  async #moveBlocks(placed: PlacedContent): Promise<number> {
    const length = packedBytes(placed);
    if (length === 0) return 0;
    const key = `${placed.start}:${length}`;
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    const start = this.#sink.position;
    this.#runs.set(key, start);
    await this.#copy(placed.start, length);
    return start;
  }

  async #moveFragment(old: number): Promise<number> {
    const known = this.#numbers.get(old);
    if (known !== undefined) return known;
    const { start, size } = fragmentAt(this.#given.image, old);
    const record = Buffer.from(this.#given.image.fragments.record(old));
    record.writeBigUInt64LE(BigInt(this.#sink.position), 0);
    const number = this.fragments.push(record) - 1;
    this.#numbers.set(old, number);
    await this.#copy(start, size);
    return number;
  }

  async #copy(from: number, length: number): Promise<void> {
    await copyBytes(this.#sink, this.#given.source, { from, to: from + length, signal: this.#given.signal });
  }
}

/** Bytes that the blocks of a file take, one after the other. */
function packedBytes({ words }: PlacedContent): number {
  return words.reduce((sum, word) => sum + (word & SIZE_BITS), 0);
}

function fragmentRecords({ fragments }: Squashfs): readonly Buffer[] {
  return Array.from({ length: fragments.count }, (_, number) => Buffer.from(fragments.record(number)));
}

async function copyCodecOptions(sink: ImageSink, source: ByteSource): Promise<void> {
  const size = source.read(SUPERBLOCK_SIZE, 2).readUInt16LE(0) & 0x7fff;
  await copyBytes(sink, source, { from: SUPERBLOCK_SIZE, to: SUPERBLOCK_SIZE + 2 + size, signal: undefined });
}

interface ByteRange {
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal | undefined;
}

async function copyBytes(sink: ImageSink, source: ByteSource, { from, to, signal }: ByteRange): Promise<void> {
  if (to - from < COPIED) {
    if (to > from) await sink.write(source.read(from, to - from));
    return;
  }
  // New buffers would fill the memory before they are collected.
  const buffer = Buffer.allocUnsafeSlow(COPIED);
  for (let at = from; at < to; at += COPIED) {
    signal?.throwIfAborted();
    await sink.writeNow(source.read(at, Math.min(COPIED, to - at), buffer));
  }
}

/** The tree with other entries in place of some. */
export function replaceEntries(folder: NewFolder, moved: ReadonlyMap<NewEntry, NewEntry>): NewFolder {
  const children = new Map<string, NewEntry>();
  for (const [name, entry] of folder.children) {
    children.set(name, entry.kind === 'dir' ? replaceEntries(entry, moved) : (moved.get(entry) ?? entry));
  }
  return { ...folder, children };
}
