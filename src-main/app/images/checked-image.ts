import { type FileHandle, open, realpath } from 'node:fs/promises';
import { AppError } from '#core/app-error';
import { READ_NONBLOCKING } from '#core/files/open-flags';
import type { RunJob } from '#images';
import type { CheckedImage, FileIdentity, MountRecord } from '#mounts';

/** A few names are enough to ask whether changes may be deleted. */
const SHOWN_CHANGES = 20;

interface Images {
  /** Absolute path of the folder in which it is kept what folders were opened from. */
  readonly bases: string;
  /** Runs heavy work with images. */
  readonly run: RunJob;
}

interface ImageOpenOptions extends Images {
  readonly path: string;
  readonly layer: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Opens an image once, checks all of it, and holds it open. @throws ImageError, AppError, file system errors */
export async function openCheckedImage(opening: ImageOpenOptions): Promise<CheckedImage> {
  const path = await realpath(opening.path);
  // A pipe would wait for a writer.
  const file = await open(path, READ_NONBLOCKING);
  try {
    return await checkImage(file, { ...opening, path });
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function checkImage(
  file: FileHandle,
  { path, layer: wanted, signal, bases, run }: ImageOpenOptions,
): Promise<CheckedImage> {
  if (!(await file.stat()).isFile()) throw new AppError('INVALID_INPUT', `${path} is no file`);
  const identity = await fileIdentity(file);
  // Threads share what is open.
  const source = process.platform === 'linux' ? `/proc/self/fd/${file.fd}` : path;
  const look = await run('lookAtLayer', { source, layer: wanted }, { signal });
  const { layer, layers, owners, tolerated, kernel, fuse, fuseAsUser } = look;
  const { uuid } = layer;
  return {
    path,
    descriptor: file.fd,
    identity,
    layer,
    layers,
    owners,
    // A copy leaves them out.
    doubts: { kernel: tolerated ?? kernel, fuse: tolerated ?? fuse, fuseAsUser },
    refuseChanged: async () => {
      if (isSameFile(await fileIdentity(file), identity)) return;
      throw new AppError('CONFLICT', `${path} was changed while it was being opened. Try again`);
    },
    recordBase: (place) => run('recordBase', { source, image: path, layer: uuid, place, bases }, {}),
    unpack: (folder, aborted) => run('openCopy', { source, path, layer: uuid, folder, bases }, { signal: aborted }),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

/**
 * Names of what was changed in an open image since it was opened, or since its last snapshot; at most a few.
 *
 * @throws where the image is gone or is another
 */
export async function changesInMount(
  { place, image, layer, readyAt }: MountRecord,
  { run, bases }: Images,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const state = { image, layer, place, bases, since: readyAt ?? 0, limit: SHOWN_CHANGES };
  return await run('changedPaths', state, { signal });
}

async function fileIdentity(file: FileHandle): Promise<FileIdentity> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true });
  const texts = [dev, ino, size, mtimeNs, ctimeNs].map(String);
  const [devText = '', inoText = '', sizeText = '', mtime = '', ctime = ''] = texts;
  return { dev: devText, ino: inoText, size: sizeText, mtime, ctime };
}

function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return (['dev', 'ino', 'size', 'mtime', 'ctime'] as const).every((name) => one[name] === other[name]);
}
