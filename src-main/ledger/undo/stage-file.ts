import { createHash } from 'node:crypto';
import { closeSync, fsync, linkSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ContentHash, FileState } from '#contract';
import { AppError, systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/path-bytes';
import type { ContentStore } from '../ports.ts';
import type { OpenFolders } from './open-folders.ts';
import type { PathWork } from './path-work.ts';
import { openFileTarget, pathTarget, setMetadata } from './set-metadata.ts';

/** Gives a file what another has beside its bytes: owner, extended attributes. Answers why it could not. */
export type CopyAttributes = (from: string, to: string) => Promise<string | undefined>;

export interface StagingPorts {
  readonly folders: OpenFolders;
  readonly content: ContentStore;
  readonly copyAttributes?: CopyAttributes | undefined;
}

/** Larger files are never in memory whole. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** A link cannot be made there; a file with the same bytes can. */
const NO_LINK: ReadonlySet<string> = new Set(['EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP']);

const syncFile = promisify(fsync);

/**
 * Writes the new file or link under its temporary name, with its permissions, owner, time and attributes, on disk when it
 * resolves. Answers what could not be kept of it, as a clause.
 *
 * @throws AppError when the kept bytes are gone or damaged; what the file system says
 */
export async function stageFile(work: PathWork, ports: StagingPorts): Promise<string | undefined> {
  const { temporary, linkTo, goal } = work;
  const { wanted } = goal;
  if (temporary === undefined || wanted?.hash === undefined) return undefined;
  const at = ports.folders.at(temporary);
  if (wanted.kind === 'symlink') {
    const target = await ports.content.read(wanted.hash);
    symlinkSync(target, ports.folders.bytesAt(temporary));
    return setMetadata(pathTarget(ports.folders.at(temporary), 'symlink'), wanted);
  }
  if (linkTo !== undefined && isLinked(ports.folders.at(linkTo), at)) return undefined;
  return await stageContent(work, { ...wanted, hash: wanted.hash }, ports);
}

async function stageContent(
  work: PathWork & { readonly temporary?: string },
  wanted: FileState & { readonly hash: ContentHash },
  ports: StagingPorts,
): Promise<string | undefined> {
  const { folders, content } = ports;
  const bytes = wanted.size <= PIECE_BYTES ? await content.read(wanted.hash) : undefined;
  const at = folders.at(work.temporary ?? work.goal.path);
  const fd = openSync(pathToBytes(at), 'wx', 0o600);
  try {
    if (bytes) writeWhole(fd, bytes);
    else await copyPieces(fd, wanted, content);
    const attributesLost = await keepAttributes(work, at, ports);
    const ownerLost = setMetadata(openFileTarget(fd), { ...ownerOf(work), ...wanted });
    await syncFile(fd);
    return attributesLost ?? (wanted.uid === undefined ? undefined : ownerLost);
  } finally {
    closeSync(fd);
  }
}

async function copyPieces(
  fd: number,
  { hash, size }: FileState & { readonly hash: ContentHash },
  content: ContentStore,
): Promise<void> {
  const digest = createHash('sha256');
  for (let offset = 0; offset < size; offset += PIECE_BYTES) {
    const { bytes } = await content.readPart(hash, { offset, length: PIECE_BYTES });
    digest.update(bytes);
    writeWhole(fd, bytes);
  }
  if (digest.digest('hex') !== hash) throw new AppError('UNAVAILABLE', `The kept bytes ${hash} are damaged on disk`);
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** States of before do not say what attributes there were: those of the file that is replaced are taken over. */
async function keepAttributes(
  { goal, view }: PathWork,
  at: string,
  { folders, copyAttributes }: StagingPorts,
): Promise<string | undefined> {
  if (goal.wanted?.mtimeNs !== undefined || view.present?.kind !== 'file' || !view.present.hash) return undefined;
  const lost = await copyAttributes?.(folders.at(goal.path), at);
  return lost === undefined ? undefined : `its extended attributes and access control list could not be kept: ${lost}`;
}

/** A file that is replaced stays whose it was. */
function ownerOf({ view: { present } }: PathWork): Pick<FileState, 'uid' | 'gid'> {
  return present?.kind === 'file' ? { uid: present.uid, gid: present.gid } : {};
}

/** Answers whether it is another name of the file now. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(pathToBytes(from), pathToBytes(to));
    return true;
  } catch (error) {
    if (NO_LINK.has(systemCodeOf(error) ?? '')) return false;
    throw error;
  }
}
