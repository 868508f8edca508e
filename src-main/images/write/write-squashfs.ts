import type { Compressor } from './compress/compressor.ts';
import { DataWriter } from './data-writer.ts';
import type { ImageSink } from './image-sink.ts';
import { lookupBytes } from './lookup-writer.ts';
import { ContentGone, type ContentSource, type NewEntry, type NewFolder, type PlacedContent } from './new-entry.ts';
import { superblockBytes } from './superblock-bytes.ts';
import { filesInTree, numberEntries, someFilesOf } from './tree-numbers.ts';
import { type BegunTables, TreeTables } from './tree-tables.ts';

/** An image ends at a multiple of this, so that it can be a disk. */
const PADDING = 4096;

export interface SquashfsOptions {
  /** Number that the superblock states. */
  readonly codecNumber: number;
  readonly compressor: Compressor;
  readonly blockSize: number;
  /** Time of creation, in seconds. */
  readonly madeAt: number;
  /** Records of the fragments that stand in the image before anything is written. */
  readonly fragments?: readonly Buffer[];
  /** Contents that stand there, too, by their hash. */
  readonly known?: ReadonlyMap<string, PlacedContent>;
  /** Tables to which those of the tree are added; entries of its root that have a place there are not written again. */
  readonly begun?: BegunTables | undefined;
  /** Whether the options of the codec stand behind the superblock. */
  readonly hasCodecOptions?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes of files read since the last call. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

/**
 * Writes a tree as squashfs 4.0 behind what stands in the sink, whose first 96 bytes are kept for the superblock. Equal trees and
 * options give equal bytes. A file whose content is gone by the time it is read is left out.
 *
 * @throws what a source says, what packing or writing fails with, AppError for what no image can hold, the signal's reason
 */
export async function writeSquashfs(sink: ImageSink, root: NewFolder, options: SquashfsOptions): Promise<void> {
  const { compressor, signal, onRead, blockSize } = options;
  const sizes = sizesOf(root, options.known);
  const data = new DataWriter(sink, {
    blockSize,
    compressor,
    signal,
    onRead,
    fragments: options.fragments ?? [],
    mayHaveTwin: (size) => (sizes.get(size) ?? 0) > 1,
  });
  for (const [hash, placed] of options.known ?? []) data.know(hash, placed);
  const { contents, gone } = await writeContents(data, root);
  const written = data.finish();
  // Told when it is waited for.
  written.catch(() => {});
  const whole = gone.size === 0 ? root : withoutEntries(root, gone);
  const numbers = numberEntries(whole, options.begun);
  await writeTables(sink, whole, { options, fragments: await written, contents, numbers });
}

interface WrittenContents {
  readonly contents: ReadonlyMap<ContentSource, PlacedContent>;
  /** Files that were not there any more. */
  readonly gone: ReadonlySet<NewEntry>;
}

async function writeContents(data: DataWriter, root: NewFolder): Promise<WrittenContents> {
  const contents = new Map<ContentSource, PlacedContent>();
  const gone = new Set<NewEntry>();
  for (const file of filesInTree(root)) {
    if (file.content.from !== 'source') continue;
    try {
      const placed = data.add(file.content.source);
      contents.set(file.content.source, placed instanceof Promise ? await placed : placed);
    } catch (error) {
      if (!(error instanceof ContentGone)) throw error;
      gone.add(file);
    }
  }
  return { contents, gone };
}

/** The folder without some entries; itself where none of them is in it. */
function withoutEntries(folder: NewFolder, gone: ReadonlySet<NewEntry>): NewFolder {
  const children = new Map<string, NewEntry>();
  let isSame = true;
  for (const [name, entry] of folder.children) {
    const left = entry.kind === 'dir' ? withoutEntries(entry, gone) : entry;
    if (!gone.has(entry)) children.set(name, left);
    isSame &&= left === entry && !gone.has(entry);
  }
  return isSame ? folder : { ...folder, children };
}

/** Counts the files of each size; one with several names counts for each. */
function sizesOf(root: NewFolder, known: SquashfsOptions['known']): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>();
  const count = (size: number) => sizes.set(size, (sizes.get(size) ?? 0) + 1);
  for (const { content } of someFilesOf(root)) if (content.from === 'source') count(content.source.size);
  for (const { size } of known?.values() ?? []) count(size);
  return sizes;
}

interface Tables {
  readonly options: SquashfsOptions;
  readonly fragments: readonly Buffer[];
  readonly contents: ReadonlyMap<ContentSource, PlacedContent>;
  readonly numbers: ReturnType<typeof numberEntries>;
}

async function writeTables(sink: ImageSink, root: NewFolder, tables: Tables): Promise<void> {
  const { options, fragments, contents, numbers } = tables;
  const { compressor, blockSize } = options;
  const { begun, signal } = options;
  const tree = new TreeTables({ compressor, blockSize, contents, numbers, begun, signal });
  await tree.write(root);
  const inodes = await writePieces(sink, tree.inodes.packed);
  const folders = await writePieces(sink, tree.folders.packed);
  const lookup = async (records: Iterable<Uint8Array>) => {
    const { bytes, start } = await lookupBytes(compressor, { records, start: sink.position });
    await writePieces(sink, bytes);
    return start;
  };
  const fragmentStart = fragments.length > 0 ? await lookup(fragments) : undefined;
  const exportStart = await lookup([tree.exports()]);
  const idStart = await lookup(tree.owners.records());
  const xattrs = await tree.xattrs.finish(sink.position);
  if (xattrs) await writePieces(sink, xattrs.bytes);
  const size = sink.position;
  await sink.write(Buffer.alloc((PADDING - (size % PADDING)) % PADDING));
  const block = superblockBytes({
    size,
    blockSize,
    codecNumber: options.codecNumber,
    madeAt: options.madeAt,
    root: tree.root,
    inodeCount: numbers.count,
    fragmentCount: fragments.length,
    idCount: tree.owners.count,
    inodes,
    folders,
    ids: idStart,
    fragments: fragmentStart,
    exports: exportStart,
    xattrs: xattrs?.start,
    hasCodecOptions: options.hasCodecOptions ?? false,
  });
  await sink.seal(block);
}

/** Writes the pieces, and returns the position of the first. */
async function writePieces(sink: ImageSink, pieces: readonly Uint8Array[]): Promise<number> {
  const start = sink.position;
  for (const piece of pieces) await sink.write(piece);
  return start;
}
