import { rm } from 'node:fs/promises';
import { checkImage } from '../../check/check-image.ts';
import { ImageError } from '../../image-error.ts';
import { type OpenImage, openImage } from '../../read/open-image.ts';
import { firstDifference } from '../../read/same-trees.ts';
import { entriesInFolder, rootEntry } from '../../read/walk-entries.ts';
import { keepData, moveData, replaceEntries } from '../../rewrite/kept-data.ts';
import { KeptEntries, placedContent } from '../../rewrite/kept-entries.ts';
import { bytesOfFile } from '../../squashfs/byte-source.ts';
import { codecNumber } from '../../squashfs/codecs/codec-names.ts';
import { compressorFor, storing } from '../../write/compress/compressor.ts';
import { ImageFile, type OnPartial } from '../../write/image-file.ts';
import type { NewEntry, NewFolder } from '../../write/new-entry.ts';
import { filesInTree } from '../../write/tree-numbers.ts';
import { writeSquashfs } from '../../write/write-squashfs.ts';
import { contentKey, type SqueezedNames, type Squeezer, squeezeContents, squeezedFiles } from './squeeze-contents.ts';

interface XzWriting extends Squeezer {
  /** Path of the image; intermediate files are beside it. */
  readonly output: string;
  readonly blockSize: number;
  readonly madeAt: number;
  readonly signal: AbortSignal;
  readonly onPartial?: OnPartial | undefined;
  /** Called with the number of bytes read since the last call; every byte is read twice. */
  readonly onRead: (bytes: number) => void;
}

/** Paths of the intermediate files of an image that is packed with xz. */
export const onTheWay = (output: string): readonly string[] => [`${output}.plain.partial`, `${output}.xz.partial`];

/**
 * Writes a tree as squashfs whose contents are packed with xz, which mksquashfs does; its tables, stored as they are, are ours.
 * First the tree is written as ever, so that each file is read in peace; from that mksquashfs gets the contents. The result is
 * read again and compared with it, contents included.
 *
 * @throws as `writeSquashfs`, `squeezeContents`, and ImageError where the result is not the same
 */
export async function writeXz(image: ImageFile, root: NewFolder, options: XzWriting): Promise<void> {
  const { output, blockSize, madeAt, signal, onPartial, onRead } = options;
  await using plain = await ImageFile.create(`${output}.plain`, onPartial);
  const compressor = await compressorFor({ codec: 'gzip', level: 1 });
  await writeSquashfs(plain, root, {
    codecNumber: codecNumber('gzip'),
    compressor,
    blockSize,
    madeAt,
    signal,
    onRead,
  });
  const before = await openImage(plain.source, { signal });
  const squeezed = `${output}.xz.partial`;
  onPartial?.(squeezed);
  try {
    const names = await squeezeContents(before.image, { ...options, output: squeezed });
    await assemble(image, { ...options, before, names, squeezed });
  } finally {
    await rm(squeezed, { force: true });
  }
  const after = await openImage(image.source, { signal });
  const different = await firstDifference(before.image, after.image, signal);
  if (different !== undefined)
    throw new ImageError('data', `What mksquashfs packed differs from the folder: ${different}`);
}

interface AssemblyParts extends XzWriting {
  readonly before: OpenImage;
  readonly names: SqueezedNames;
  readonly squeezed: string;
}

/** Writes the tree of one image with the contents of another. */
async function assemble(image: ImageFile, { before, names, squeezed, ...options }: AssemblyParts): Promise<void> {
  const { blockSize, madeAt, signal } = options;
  const tree = new KeptEntries(before.image).folder(before.root);
  using source = bytesOfFile(squeezed);
  const { image: packed, findings } = await checkImage(source, { data: false, signal });
  if (!packed) throw new ImageError(findings[0].defect, findings[0].message);
  const files = squeezedFiles(entriesInFolder(packed, rootEntry(packed)));
  const moved = new Map<NewEntry, NewEntry>();
  for (const file of filesInTree(tree)) {
    const content =
      file.content.from === 'image' ? files.get(names.get(contentKey(file.content.placed)) ?? '') : undefined;
    if (content) moved.set(file, { ...file, content: { from: 'image', placed: placedContent(content) } });
  }
  const keeping = { image: packed, source, root: replaceEntries(tree, moved), signal };
  const data = (await keepData(image, keeping)) ?? (await moveData(image, keeping));
  const { hasCodecOptions } = packed.superblock;
  await writeSquashfs(image, data.root, {
    codecNumber: codecNumber('xz'),
    compressor: storing,
    blockSize,
    madeAt,
    signal,
    fragments: data.fragments,
    hasCodecOptions,
  });
}
