import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { AppError } from '#core/app-error';
import {
  type BaseRecords,
  baseRecordOf,
  bytesOfFile,
  findLayer,
  folderChanges,
  openCopy,
  openImage,
  overlayLook,
  type WriteXattrs,
} from '#images';
import type { CheckedImage, FileIdentity, MountRecord } from '#mounts';

/** A few names are enough to ask whether changes may be deleted. */
const SHOWN_CHANGES = 20;

/** What folders were opened from, for snapshots, and how attributes are given back to a copy. */
export interface Bases {
  readonly records: BaseRecords;
  readonly writeXattrs: WriteXattrs | undefined;
}

interface Opening extends Bases {
  readonly path: string;
  readonly layer: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Opens an image once, checks all of it, and holds it open. @throws ImageError, AppError, what the file system says */
export async function openCheckedImage(opening: Opening): Promise<CheckedImage> {
  const path = await realpath(opening.path);
  // A pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await check(file, { ...opening, path });
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function check(file: FileHandle, { path, layer, signal, records, writeXattrs }: Opening): Promise<CheckedImage> {
  if (!(await file.stat()).isFile()) throw new AppError('INVALID_INPUT', `${path} is no file`);
  const identity = await identityOf(file);
  const source = bytesOfFile(process.platform === 'linux' ? `/proc/self/fd/${file.fd}` : path);
  try {
    const opened = await openImage(source, signal ? { signal } : {});
    const found = findLayer(opened.manifest, layer);
    const { layers, owners, kernel, fuse, fuseAsUser } = overlayLook(opened, found);
    const [first] = opened.tolerated;
    return {
      ...{ path, descriptor: file.fd, identity, layer: found, layers, owners },
      // A copy leaves them out.
      doubts: { kernel: first?.message ?? kernel, fuse: first?.message ?? fuse, fuseAsUser },
      refuseChanged: async () => {
        if (isSame(await identityOf(file), identity)) return;
        throw new AppError('CONFLICT', `${path} was changed while it was being opened. Try again`);
      },
      recordBase: async (at) => {
        const base = { folder: at, at, image: path, open: opened, layer: found, showsXattrs: false };
        await records.write(await baseRecordOf(base));
      },
      unpack: (output, aborted) =>
        openCopy(opened, { output, layer: found.uuid, image: path, records, signal: aborted, writeXattrs }),
      [Symbol.asyncDispose]: async () => {
        source[Symbol.dispose]();
        await file.close();
      },
    };
  } catch (error) {
    source[Symbol.dispose]();
    throw error;
  }
}

/**
 * Names of what was changed in an open image since it was opened, or since its last snapshot; at most a few.
 *
 * @throws where the image is gone or is another
 */
export async function changesInMount(
  record: MountRecord,
  records: BaseRecords,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const base = await records.read(record.place).catch(() => undefined);
  using source = bytesOfFile(base?.image ?? record.image);
  const opened = await openImage(source, signal ? { signal } : {});
  const layer = findLayer(opened.manifest, base?.layer ?? record.layer);
  const state = { folder: record.place, since: record.readyAt ?? 0, limit: SHOWN_CHANGES, signal };
  return (await folderChanges(opened, layer, state)).map(({ path }) => path);
}

async function identityOf(file: FileHandle): Promise<FileIdentity> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true });
  const texts = [dev, ino, size, mtimeNs, ctimeNs].map(String);
  const [devText = '', inoText = '', sizeText = '', mtime = '', ctime = ''] = texts;
  return { dev: devText, ino: inoText, size: sizeText, mtime, ctime };
}

function isSame(one: FileIdentity, other: FileIdentity): boolean {
  return (['dev', 'ino', 'size', 'mtime', 'ctime'] as const).every((name) => one[name] === other[name]);
}
