import { randomUUID } from 'node:crypto';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { AppError, systemCodeOf } from '#core/app-error';
import { realOrSame } from '#core/files/real-path';
import type { Layer, Manifest } from '../manifest/manifest.ts';
import { checkTag, manifestText } from '../manifest/write-manifest.ts';
import { codecNumber } from '../squashfs/codecs/codec-names.ts';
import { compressorFor } from '../write/compress/compressor.ts';
import type { PackingOptions } from '../write/compress/load-compress.ts';
import { ImageFile, type OnPartial } from '../write/image-file.ts';
import { imageRoot } from '../write/image-root.ts';
import type { NewFolder } from '../write/new-entry.ts';
import { refuseTaken } from '../write/refuse-taken.ts';
import { writeSquashfs } from '../write/write-squashfs.ts';
import type { ReadXattrs } from '../xattr-lines.ts';
import { holdsKey, isSecretPath } from './find-secrets.ts';
import { readIgnoreFile } from './ignore-file.ts';
import { addXattrs } from './read-xattrs.ts';
import { type LeftOutEntry, type ScannedFolder, scanFolder } from './scan-folder.ts';
import type { FeedProgram, Squeezer } from './xz/squeeze-contents.ts';
import { onTheWay, writeXz } from './xz/write-xz.ts';

/** Twice that of mksquashfs: source files pack 4 % smaller, and reading one file unpacks 256 KiB at most. */
const BLOCK_SIZE = 256 * 1024;

/** Packing with xz, which mksquashfs does. */
export interface XzPacking {
  readonly codec: 'xz';
  /** Absolute path of mksquashfs; `undefined` if there is none. */
  readonly program: string | undefined;
}

export interface PackOptions {
  readonly folder: string;
  /** The image; an existing file is replaced only where that is said. */
  readonly output: string;
  readonly replaces: boolean;
  readonly tag?: string | undefined;
  readonly packing: PackingOptions | XzPacking;
  /** Whether a file that may hold a secret is packed, by its path. */
  readonly includesSecret: (path: string) => boolean;
  readonly readXattrs?: ReadXattrs | undefined;
  /** Runs mksquashfs, for xz. */
  readonly feed?: FeedProgram | undefined;
  /** Time of creation in seconds, and id of the layer: with both given, equal folders give equal images. */
  readonly madeAt?: number;
  readonly uuid?: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes read so far and the total. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
  readonly onPartial?: OnPartial | undefined;
}

/** Result of packing a folder. */
export interface PackedFolder {
  readonly layer: string;
  readonly entries: number;
  /** Bytes of all files, and of the image. */
  readonly bytes: number;
  readonly imageBytes: number;
  readonly leftOut: readonly LeftOutEntry[];
  readonly tamed: readonly string[];
  readonly unsteady: readonly string[];
  /** Entries some of whose extended attributes are left out. */
  readonly withoutXattrs: number;
}

/**
 * Packs a folder as an image with one layer. Files that may hold secrets, what the ignore file names, devices, pipes and sockets
 * are left out, and named in the result.
 *
 * @throws AppError, what the file system says, the signal's reason; nothing is left then
 */
export async function packFolder(options: PackOptions): Promise<PackedFolder> {
  const { signal } = options;
  checkTag(options.tag, []);
  const squeezer = squeezerFor(options);
  const folder = await folderAt(options.folder);
  const output = resolve(options.output);
  await refuseTaken(output, options.replaces);
  const scanned = await scanToPack(folder, { ...options, output });
  const { leftOut: withoutXattrs } = await addXattrs(folder, scanned.entries, { read: options.readXattrs, signal });
  await mkdir(dirname(output), { recursive: true });
  const madeAt = options.madeAt ?? Math.floor(Date.now() / 1000);
  const manifest = manifestOf(options, madeAt);
  const root = imageRoot(manifestText(manifest), [[manifest.defaultLayer, scanned.root]], madeAt);
  await using image = await ImageFile.create(output, options.onPartial);
  await writeRoot(image, root, { ...options, squeezer, output, madeAt, bytes: scanned.bytes });
  signal?.throwIfAborted();
  const imageBytes = image.position;
  // Packing takes long, and another one may have written there meanwhile.
  await refuseTaken(output, options.replaces);
  await image.commit();
  return {
    layer: manifest.defaultLayer,
    entries: scanned.entries.length,
    bytes: scanned.bytes,
    imageBytes,
    withoutXattrs,
    leftOut: scanned.leftOut,
    tamed: scanned.tamed,
    unsteady: [...scanned.unsteady],
  };
}

interface PackWork extends PackOptions {
  readonly madeAt: number;
  /** Bytes of all files. */
  readonly bytes: number;
  readonly squeezer: Squeezer | undefined;
}

async function writeRoot(image: ImageFile, root: NewFolder, options: PackWork): Promise<void> {
  const { packing, squeezer, output, madeAt, bytes, progress, onPartial } = options;
  const { signal = new AbortController().signal } = options;
  // For xz all is read twice.
  const all = packing.codec === 'xz' ? 2 * bytes : bytes;
  let done = 0;
  const onRead = (read: number) => {
    done += read;
    progress?.(Math.min(done, all), all);
  };
  const common = { blockSize: BLOCK_SIZE, madeAt, signal, onRead };
  if (packing.codec !== 'xz') {
    const compressor = await compressorFor(packing);
    await writeSquashfs(image, root, { ...common, codecNumber: codecNumber(packing.codec), compressor });
    return;
  }
  if (!squeezer) throw new Error('nothing packs with xz');
  await writeXz(image, root, { ...common, ...squeezer, output, onPartial });
}

/** Returns the xz packer if it is wanted. @throws AppError UNAVAILABLE if it is not installed */
function squeezerFor({ packing, feed }: PackOptions): Squeezer | undefined {
  if (packing.codec !== 'xz') return undefined;
  const { program } = packing;
  if (program !== undefined && feed) return { program, feed };
  const what = 'Packing with xz needs mksquashfs, which is not on the PATH';
  throw new AppError('UNAVAILABLE', `${what}. Install squashfs-tools, or take another compression`);
}

/** The real path of a folder. @throws AppError NOT_FOUND, INVALID_INPUT, file system errors */
export async function folderAt(path: string): Promise<string> {
  const folder = await realpath(path).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') throw new AppError('NOT_FOUND', `There is no folder ${path}`);
    throw error;
  });
  if (!(await stat(folder)).isDirectory()) throw new AppError('INVALID_INPUT', `${path} is no folder`);
  return folder;
}

/** Lists what is to be packed of a folder; its image, which may lie in it, is left out. @throws as `packFolder` */
export async function scanToPack(
  folder: string,
  options: Pick<PackOptions, 'output' | 'includesSecret' | 'signal'>,
): Promise<ScannedFolder> {
  const output = join(await realOrSame(dirname(options.output)), basename(options.output));
  const isIgnored = await readIgnoreFile(folder);
  const own = new Set([output, `${output}.partial`, ...onTheWay(output)].map((path) => relative(folder, path)));
  const judge: Parameters<typeof scanFolder>[0]['judge'] = (path, kind) => {
    if (own.has(path) || isIgnored(path, kind === 'dir')) return 'ignored';
    return kind !== 'dir' && !options.includesSecret(path) && isSecretPath(path) ? 'secret' : undefined;
  };
  const holdsSecret: Parameters<typeof scanFolder>[0]['holdsSecret'] = (path, content) =>
    !options.includesSecret(path) && holdsKey(content);
  return await scanFolder({ folder, judge, holdsSecret, signal: options.signal });
}

function manifestOf({ tag, uuid = randomUUID() }: PackOptions, madeAt: number): Manifest {
  const created = new Date(madeAt * 1000).toISOString();
  const layer: Layer = { uuid, ...(tag !== undefined && { tag }), others: { 'sigma-shell': { created } } };
  return { layers: new Map([[uuid, layer]]), defaultLayer: uuid, others: {} };
}
