import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError, systemCodeOf } from '#core/app-error';
import type { Manifest } from '../manifest/manifest.ts';
import { manifestText } from '../manifest/write-manifest.ts';
import { type OpenImage, openImage } from '../read/open-image.ts';
import { type ByteSource, bytesOfFile } from '../squashfs/byte-source.ts';
import { type CodecName, codecNumber } from '../squashfs/codecs/codec-names.ts';
import { type Compressor, compressorFor, storing } from '../write/compress/compressor.ts';
import { LEVELS, WRITTEN_CODECS, type WrittenCodec } from '../write/compress/load-compress.ts';
import { ImageFile, type OnPartial } from '../write/image-file.ts';
import { manifestEntry } from '../write/image-root.ts';
import type { NewFolder, PlacedContent } from '../write/new-entry.ts';
import { refuseTaken } from '../write/refuse-taken.ts';
import type { BegunTables } from '../write/tree-tables.ts';
import { writeSquashfs } from '../write/write-squashfs.ts';
import { type BegunRoot, begunRoot } from './begun-root.ts';
import { type KeptData, keepData, moveData } from './kept-data.ts';
import { KeptEntries } from './kept-entries.ts';

export interface RewriteOptions {
  /** Time of writing, in seconds. */
  readonly madeAt?: number;
  /** Another file for the new image; the old one stays then. */
  readonly output?: string | undefined;
  /** Whether another file at `output` may be replaced. */
  readonly replaces?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes of new files read so far and the total. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
  readonly onPartial?: OnPartial | undefined;
}

/** Change of an image. */
export interface ImageChange {
  readonly manifest: Manifest;
  /** Folders of layers that are new or change, and those that are to go. */
  readonly layers: ReadonlyMap<string, NewFolder | undefined>;
  /** Bytes of files that are to be read. */
  readonly newBytes?: number;
  /** Contents that the image has, by their hash: a new file that equals one shares its blocks while they stay where they are. */
  readonly known?: ReadonlyMap<string, PlacedContent>;
  /** Whether data that nothing names any more is left out, too. */
  readonly drops?: boolean;
  /** Called when the new image was written and read again, before it takes the place. */
  readonly whenWritten?: (written: OpenImage) => Promise<void>;
}

/** An image that is about to change. */
export interface ImageForChange {
  readonly open: OpenImage;
  readonly kept: KeptEntries;
  readonly path: string;
}

/**
 * Changes an image: what `plan` says is written as a new file, read again, and takes the place of the old one. Only one at a time
 * can change an image. Where the plan is `undefined` nothing happens.
 *
 * @throws AppError, ImageError, what the plan or the file system says, the signal's reason; the old image is untouched then
 */
export async function rewriteImage(
  image: string,
  plan: (change: ImageForChange) => Promise<ImageChange | undefined>,
  options: RewriteOptions = {},
): Promise<void> {
  const path = await realImage(image);
  const target = options.output === undefined ? path : await realImage(options.output, true);
  const refuseOther = async () => {
    if (options.output !== undefined && target !== path) await refuseTaken(options.output, options.replaces ?? false);
  };
  await refuseOther();
  // Held before the image is read: what another one adds in between would be lost.
  await using file = await ImageFile.create(target, options.onPartial);
  const before = await stat(path, { bigint: true });
  const done = await writePlanned(file, { path, plan, options });
  if (!done) return;
  const written = await openImage(file.source, { ...(options.signal && { signal: options.signal }) });
  const now = await stat(path, { bigint: true });
  if (now.ino !== before.ino || now.mtimeNs !== before.mtimeNs || now.size !== before.size) {
    throw new AppError('CONFLICT', `${path} was changed by another program meanwhile. Try again`);
  }
  await done.whenWritten?.(written);
  options.signal?.throwIfAborted();
  // Writing takes long, and another one may have written there meanwhile.
  await refuseOther();
  await file.commit();
}

interface PlannedRewrite {
  readonly path: string;
  readonly plan: (change: ImageForChange) => Promise<ImageChange | undefined>;
  readonly options: RewriteOptions;
}

/** Writes what is planned, if anything is. Nothing of the old image stays in memory then: all of the new one is read next. */
async function writePlanned(
  file: ImageFile,
  { path, plan, options }: PlannedRewrite,
): Promise<Pick<ImageChange, 'whenWritten'> | undefined> {
  using source = bytesOfFile(path);
  const open = await openImage(source, { ...(options.signal && { signal: options.signal }) });
  const kept = new KeptEntries(open.image);
  const change = await plan({ open, kept, path });
  if (!change) return undefined;
  await writeChange(file, { open, kept, source, change, options });
  const { whenWritten } = change;
  return whenWritten ? { whenWritten } : {};
}

/** The path without links: the file itself is replaced, not a link to it. */
async function realImage(path: string, mayBeNew = false): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    if (mayBeNew) return resolve(path);
    throw new AppError('NOT_FOUND', `There is no image ${path}`);
  }
}

interface RewriteWork {
  readonly open: OpenImage;
  readonly kept: KeptEntries;
  readonly source: ByteSource;
  readonly change: ImageChange;
  readonly options: RewriteOptions;
}

async function writeChange(file: ImageFile, { open, kept, source, change, options }: RewriteWork): Promise<void> {
  const { image } = open;
  const { codec, blockSize, hasCodecOptions } = image.superblock;
  const { signal, progress, madeAt = Math.floor(Date.now() / 1000) } = options;
  const data = await copyData(file, { open, kept, source, change, signal, madeAt });
  const all = change.newBytes ?? 0;
  const compressor = await compressorOf(codec);
  let done = 0;
  await writeSquashfs(file, data.root, {
    codecNumber: codecNumber(codec),
    compressor,
    blockSize,
    hasCodecOptions,
    madeAt,
    signal,
    fragments: data.fragments,
    begun: data.begun,
    known: (!data.isMoved && change.known) || new Map(),
    onRead: (bytes) => {
      done += bytes;
      progress?.(Math.min(done, all), all);
    },
  });
}

interface DataCopy extends Omit<RewriteWork, 'options'> {
  readonly signal: AbortSignal | undefined;
  readonly madeAt: number;
}

/** Data that was copied from the old image. */
interface CopiedData extends KeptData {
  /** Tables that stay, too. */
  readonly begun?: BegunTables;
  /** Whether it stands in other places than before. */
  readonly isMoved?: boolean;
}

/** Copies the data that stays. Where layers are only added, so do the tables. */
async function copyData(file: ImageFile, { source, signal, ...work }: DataCopy): Promise<CopiedData> {
  const { open, change } = work;
  const keeping = { image: open.image, source, signal };
  const added = addedRoot(work);
  const kept = added && (await keepData(file, { ...keeping, root: added.root, dataEnd: open.dataEnd }));
  if (added && kept) return { ...kept, begun: added.begun };
  const whole = { ...keeping, root: changedRoot(work) };
  const stayed = change.drops ? undefined : await keepData(file, whole);
  return stayed ?? { ...(await moveData(file, whole)), isMoved: true };
}

type RootWork = Pick<DataCopy, 'open' | 'kept' | 'change' | 'madeAt'>;

/** The root where layers are only added, to an image all of whose data is known to stand before its tables. */
function addedRoot({ open, kept, change, madeAt }: RootWork): BegunRoot | undefined {
  if (open.dataEnd === undefined || change.drops) return undefined;
  const layers = new Map<string, NewFolder>();
  for (const [uuid, folder] of change.layers) {
    if (!folder) return undefined;
    layers.set(uuid, folder);
  }
  return begunRoot({ open, kept, layers, manifest: manifestEntry(manifestText(change.manifest), madeAt) });
}

function changedRoot({ open, kept, change, madeAt }: RootWork): NewFolder {
  const root = kept.folder(open.root);
  root.children.set('manifest.json', manifestEntry(manifestText(change.manifest), madeAt));
  for (const [uuid, folder] of change.layers) {
    if (folder) root.children.set(uuid, folder);
    else root.children.delete(uuid);
  }
  return root;
}

/** Stores blocks as they are in an image whose codec is not written. */
async function compressorOf(codec: CodecName): Promise<Compressor> {
  if (!isWritten(codec)) return storing;
  return await compressorFor({ codec, level: LEVELS[codec].usual });
}

/** Whether new data of such an image is packed; else it is stored as it is. */
export function isWritten(codec: CodecName): codec is WrittenCodec {
  return WRITTEN_CODECS.some((one) => one === codec);
}
