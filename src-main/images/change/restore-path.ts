import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '#core/app-error';
import { syncDirectory } from '#core/files/atomic-file';
import { removeFolder } from '#core/files/remove-folder';
import { findLayer } from '../manifest/layers.ts';
import { seenIn } from '../read/layer-nodes.ts';
import type { OpenImage } from '../read/open-image.ts';
import type { ImageEntry } from '../read/walk-entries.ts';
import { TreeWriter, type UnpackResult } from '../unpack/write-tree.ts';
import type { OnPartial } from '../write/image-file.ts';
import type { WriteXattrs } from '../xattr-lines.ts';

export interface RestoreOptions {
  /** Tag or UUID; the default layer where it is absent. */
  readonly layer?: string | undefined;
  /** Path within the layer: a file, a link, or a folder with everything in it. */
  readonly path: string;
  /** Path to write to. */
  readonly output: string;
  /** Whether a file that is there is replaced; a folder never is. */
  readonly replaces: boolean;
  readonly writeXattrs?: WriteXattrs | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onPartial?: OnPartial | undefined;
}

/**
 * Writes one path of a layer, beside its place first. @throws AppError, ImageError, file system errors, the signal's
 * reason
 */
export async function restorePath(open: OpenImage, options: RestoreOptions): Promise<UnpackResult> {
  const { path, signal } = options;
  const output = resolve(options.output);
  const entries = entriesBelow(open, options);
  if (entries.length === 0) {
    throw new AppError('NOT_FOUND', `The layer ${options.layer ?? open.manifest.defaultLayer} shows no ${path}`);
  }
  const isFolder = entries.some(([at, { inode }]) => at === TOP && inode.kind === 'dir');
  await refuseTaken(output, options, isFolder);
  await mkdir(dirname(output), { recursive: true });
  const aside = join(dirname(output), `.sigma-restored-${randomBytes(4).toString('hex')}`);
  await mkdir(aside, { mode: 0o700 });
  options.onPartial?.(aside);
  try {
    const writer = new TreeWriter(open.image, aside, { writeXattrs: options.writeXattrs });
    for (const [name, entry] of entries) await writer.write(name, entry, signal);
    const restored = await writer.finish();
    if (restored.entries === 0)
      throw new AppError('INVALID_INPUT', `${path} is a device, pipe or socket: none is made`);
    await refuseTaken(output, options, isFolder);
    await takePlace(join(aside, TOP), output);
    await syncDirectory(dirname(output));
    return { ...restored, leftOut: restored.leftOut.map((one) => path + one.slice(TOP.length)) };
  } finally {
    await removeFolder(aside);
  }
}

/** Moves what was restored to its place; a folder goes elsewhere only while it may be written to. */
async function takePlace(restored: string, output: string): Promise<void> {
  const found = await lstat(restored);
  const mode = found.mode & MODE_BITS;
  const isLocked = found.isDirectory() && (mode & MAY_WRITE) === 0;
  if (isLocked) await chmod(restored, mode | MAY_WRITE);
  await rename(restored, output);
  if (isLocked) await chmod(output, mode);
}

/** The name under which what is restored stands until it takes its place. */
const TOP = 'restored';
const MODE_BITS = 0o7777;
/** Right of the owner to write. */
const MAY_WRITE = 0o200;

function entriesBelow(open: OpenImage, { layer, path }: RestoreOptions): readonly (readonly [string, ImageEntry])[] {
  const wanted = path.replace(/^\.?\/+|\/+$/g, '');
  const found: (readonly [string, ImageEntry])[] = [];
  for (const [at, { source }] of seenIn(open, findLayer(open.manifest, layer))) {
    if (at === wanted || at.startsWith(`${wanted}/`)) found.push([TOP + at.slice(wanted.length), source]);
  }
  return found;
}

async function refuseTaken(output: string, { path, replaces }: RestoreOptions, isFolder: boolean): Promise<void> {
  const there = await lstat(output).catch(() => undefined);
  // No CONFLICT: replacing is not offered where it could not help.
  if (there?.isDirectory()) throw new AppError('INVALID_INPUT', `${output} is a folder. Name another place`);
  if (there && isFolder) {
    const what = `${path} is a folder, and ${output} is none`;
    throw new AppError('INVALID_INPUT', `${what}. Name another place, or remove it first`);
  }
  if (there && !replaces)
    throw new AppError('CONFLICT', `${output} exists already. Name another place, or add --force`);
}
