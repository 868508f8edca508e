import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, rename, rmdir, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError, systemCodeOf } from '#core/app-error';
import { syncDirectory } from '#core/files/atomic-file';
import { pathFromBytes } from '#core/files/path-bytes';
import { removeFolder } from '#core/files/remove-folder';
import { findLayer } from '../manifest/layers.ts';
import { seenIn } from '../read/layer-nodes.ts';
import type { OpenImage } from '../read/open-image.ts';
import { type ImageEntry, walkFolder } from '../read/walk-entries.ts';
import type { FileContent } from '../squashfs/inode.ts';
import { ReadAhead } from '../squashfs/read-ahead.ts';
import type { OnPartial } from '../write/image-file.ts';
import type { WriteXattrs } from '../xattr-lines.ts';
import { TreeWriter, type UnpackResult } from './write-tree.ts';

export interface UnpackOptions {
  /** A folder that does not exist, or is empty. */
  readonly output: string;
  /** Tag or UUID; the default layer where it is absent. */
  readonly layer?: string | undefined;
  /** The layers as they are, with the manifest, in place of what is seen of one. */
  readonly isRaw: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called from time to time with the entries written and the total. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
  readonly onPartial?: OnPartial | undefined;
  /** Called when the folder is whole, with where it stands, before it takes its place. */
  readonly whenWhole?: (partial: string, unpacked: UnpackResult) => Promise<void>;
  /** Writer of extended attributes; if absent, they are left out. */
  readonly writeXattrs?: WriteXattrs | undefined;
}

/** Longest that others wait. */
const SLICE_MS = 30;

/**
 * Unpacks an image into a folder beside its place, which takes the place when it is whole: what fails or is cancelled leaves nothing.
 * Devices, pipes and sockets are left out, as are the bits that let a file run as another user.
 *
 * @throws AppError, ImageError, what the file system says, the signal's reason
 */
export async function unpackImage(open: OpenImage, options: UnpackOptions): Promise<UnpackResult> {
  const { layer, isRaw, signal } = options;
  const output = resolve(options.output);
  const entries = isRaw ? rawEntries(open) : seenEntries(open, layer);
  await refuseTaken(output);
  await mkdir(dirname(output), { recursive: true });
  await refuseFull(dirname(output), entries);
  const partial = `${output}.partial`;
  await makePartial(partial);
  options.onPartial?.(partial);
  try {
    const ahead = await ReadAhead.of(open.image, contentsInOrder(entries));
    const writer = new TreeWriter(open.image, partial, { writeXattrs: options.writeXattrs, ahead });
    await writeEntries(writer, entries, options);
    const unpacked = await writer.finish();
    signal?.throwIfAborted();
    await options.whenWhole?.(partial, unpacked);
    if (existsSync(output)) await rmdir(output);
    await rename(partial, output);
    await syncDirectory(dirname(output));
    return unpacked;
  } catch (error) {
    // Links are removed, never followed.
    await removeFolder(partial);
    throw error;
  }
}

async function writeEntries(
  writer: TreeWriter,
  entries: readonly PlacedFile[],
  { signal, progress }: UnpackOptions,
): Promise<void> {
  // What is said first is said at once.
  let until = performance.now();
  for (const [at, { path, entry }] of entries.entries()) {
    signal?.throwIfAborted();
    const writing = writer.write(path, entry, signal);
    if (writing !== undefined) await writing;
    if (performance.now() < until) continue;
    progress?.(at, entries.length);
    await new Promise<void>((resolve) => setImmediate(resolve));
    until = performance.now() + SLICE_MS;
  }
}

interface PlacedFile {
  readonly path: string;
  readonly entry: ImageEntry;
}

function rawEntries({ image, root }: OpenImage): readonly PlacedFile[] {
  return [...walkFolder(image, root)].map((entry) => ({ path: pathFromBytes(entry.path), entry }));
}

function seenEntries(open: OpenImage, layer: string | undefined): readonly PlacedFile[] {
  return [...seenIn(open, findLayer(open.manifest, layer))].map(([path, { source }]) => ({ path, entry: source }));
}

/** The contents of files in the order in which they are written; a file with several names once. */
function* contentsInOrder(entries: readonly PlacedFile[]): Generator<FileContent> {
  const seen = new Set<number>();
  for (const { entry } of entries) {
    const { file } = entry.inode;
    if (!file || seen.has(entry.key)) continue;
    seen.add(entry.key);
    yield file;
  }
}

async function refuseTaken(output: string): Promise<void> {
  const names = await readdir(output).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return [];
    if (systemCodeOf(error) === 'ENOTDIR') throw new AppError('CONFLICT', `${output} is no folder. Name another place`);
    throw error;
  });
  const stats = await lstat(output).catch(() => undefined);
  if (stats?.isSymbolicLink()) throw new AppError('CONFLICT', `${output} is a link. Name another place`);
  if (names.length > 0) throw new AppError('CONFLICT', `${output} is not empty. Name a folder that does not exist yet`);
}

async function refuseFull(folder: string, entries: readonly PlacedFile[]): Promise<void> {
  const sizes = new Map(entries.map(({ entry }) => [entry.key, entry.inode.file?.size ?? 0]));
  const needed = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = await statfs(folder);
  if (needed <= bavail * bsize) return;
  throw new AppError('LIMIT_EXCEEDED', `${folder} has ${bavail * bsize} bytes left; the image unpacks to ${needed}`);
}

async function makePartial(partial: string): Promise<void> {
  try {
    await mkdir(partial, { mode: 0o700 });
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    const what = `${partial} is there: another unpacking goes on, or one was cut off`;
    throw new AppError('CONFLICT', `${what}. Remove it if none does`);
  }
}
