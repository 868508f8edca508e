import { createHash } from 'node:crypto';
import { closeSync, linkSync, openSync, symlinkSync, writeSync } from 'node:fs';
import type { ContentHash, FileState } from '#contract';
import { AppError, systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/path-bytes';
import type { ContentStore } from '../ports.ts';
import type { OpenFolders } from './open-folders.ts';
import type { PathWork } from './path-work.ts';
import { openFileTarget, pathTarget, setMetadata } from './set-metadata.ts';

/** Extended attributes and access control lists, for which Node has no calls. */
export interface AttributePort {
  /** Which of the files have any; `undefined` where that cannot be told. One process for many files. */
  readonly find: (paths: readonly string[]) => Promise<ReadonlySet<string> | undefined>;
  /** Gives a file what another has beside its bytes. Answers why it could not. A process of its own. */
  readonly copy: (from: string, to: string) => Promise<string | undefined>;
}

/** Flushes whole file systems by a folder of each. Answers whether it could. */
export type FlushFileSystem = (folders: readonly string[]) => Promise<boolean>;

export interface StagingPorts {
  readonly folders: OpenFolders;
  readonly content: ContentStore;
  readonly attributes?: AttributePort | undefined;
  readonly flush?: FlushFileSystem | undefined;
  /** The files that are replaced and have attributes; `undefined`: each of them may. */
  readonly attributed?: ReadonlySet<string> | undefined;
}

/** Larger files are never in memory whole. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** A link cannot be made there; a file with the same bytes can. */
const NO_LINK: ReadonlySet<string> = new Set(['EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP']);

/**
 * Writes the new file or link under its temporary name, with its permissions, owner, time and attributes, not flushed yet.
 * Answers what could not be kept of it, as a clause.
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

/** States do not say what attributes there were: those of the file that is replaced are taken over. */
async function keepAttributes(
  work: PathWork,
  at: string,
  { folders, attributes, attributed }: StagingPorts,
): Promise<string | undefined> {
  const { path } = work.goal;
  if (!replacesFile(work) || attributed?.has(path) === false) return undefined;
  const lost = await attributes?.copy(folders.at(path), at);
  return lost === undefined ? undefined : `its extended attributes and access control list could not be kept: ${lost}`;
}

/** Whether a new file takes the place of one. */
export function replacesFile({ goal, view, temporary }: PathWork): boolean {
  const isFile = view.present?.kind === 'file' && view.present.hash !== undefined;
  return isFile && goal.wanted?.kind === 'file' && temporary !== undefined;
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
