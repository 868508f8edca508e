import { closeSync, linkSync, openSync, symlinkSync, unlinkSync, writeSync } from 'node:fs';
import type { ContentHash, FileState } from '#contract';
import { systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import type { ContentStore } from '../ports.ts';
import { type AttributePort, attributesNotKept } from './attributes.ts';
import { isUntouched, QUICK_BYTES, statsOf } from './disk-view.ts';
import type { OpenFolders } from './open-folders.ts';
import type { PathWork } from './path-work.ts';
import { openFileTarget, pathTarget, setMetadata } from './set-metadata.ts';

/** Flushes whole file systems by a folder of each. Answers whether it could. */
export type FlushFileSystem = (folders: readonly string[]) => Promise<boolean>;

export interface StagingPorts {
  readonly folders: OpenFolders;
  readonly content: ContentStore;
  readonly attributes?: AttributePort | undefined;
  readonly flush?: FlushFileSystem | undefined;
  /** Ends it, where what was staged is not to be used. */
  readonly signal?: AbortSignal | undefined;
}

/** A link cannot be made there; a file with the same bytes can. */
const NO_LINK: ReadonlySet<string> = new Set(['EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP']);

export interface StagedFile {
  /** Clause about what could not be kept of it. */
  readonly remark?: string | undefined;
}

type WantedState = FileState & { readonly hash: ContentHash };

/**
 * Writes the new file or link under its temporary name, with its permissions, owner, time and attributes, not flushed yet.
 *
 * @throws AppError when the kept bytes are gone or damaged; what the file system says
 */
export async function stageFile(work: PathWork, ports: StagingPorts): Promise<StagedFile> {
  return stageNow(work, ports) ?? (await stageSlowly(work, ports));
}

/** The same as `stageFile`, but without giving way; `undefined` if that would take long. */
export function stageNow(work: PathWork, ports: StagingPorts): StagedFile | undefined {
  const { temporary, goal } = work;
  const wanted = wantedOf(goal);
  if (temporary === undefined || !wanted) return {};
  const { folders, content } = ports;
  const at = folders.at(temporary);
  if (wanted.kind === 'symlink') {
    symlinkSync(content.readNow(wanted.hash), pathToBytes(at));
    return { remark: setMetadata(pathTarget(at, 'symlink'), wanted) };
  }
  if (isLinked(work, at, folders)) return {};
  if (wanted.size > QUICK_BYTES || mayHaveAttributes(work, ports)) return undefined;
  const bytes = content.readNow(wanted.hash);
  const fd = openSync(pathToBytes(at), 'wx', 0o600);
  try {
    writeWhole(fd, bytes);
    return { remark: finishFile(fd, work, wanted) };
  } finally {
    closeSync(fd);
  }
}

async function stageSlowly(work: PathWork, ports: StagingPorts): Promise<StagedFile> {
  const { temporary, goal } = work;
  const wanted = wantedOf(goal);
  if (temporary === undefined || !wanted) return {};
  const { folders, content, signal } = ports;
  await content.copyTo(wanted.hash, folders.at(temporary), signal);
  // Its folder may have been closed in the meantime, for others that were needed.
  const at = folders.at(temporary);
  // With the attributes come permissions, which may forbid to open it.
  const fd = openSync(pathToBytes(at), 'r+');
  try {
    const attributesLost = mayHaveAttributes(work, ports) ? await copyAttributes(work, at, ports) : undefined;
    const ownerLost = finishFile(fd, work, wanted);
    return { remark: attributesLost ?? ownerLost };
  } finally {
    closeSync(fd);
  }
}

function wantedOf({ wanted }: PathWork['goal']): WantedState | undefined {
  return wanted?.hash === undefined ? undefined : { ...wanted, hash: wanted.hash };
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Copies the attributes; if they cannot be read, those of the replaced file are kept. */
async function copyAttributes({ goal: { path } }: PathWork, at: string, { folders, attributes }: StagingPorts) {
  const lost = await attributes?.copy(folders.at(path), at);
  return lost === undefined ? undefined : attributesNotKept(lost);
}

function mayHaveAttributes(work: PathWork, { attributes }: StagingPorts): boolean {
  return attributes !== undefined && replacesFile(work) && work.view.knowsAttributes !== true;
}

/** Answers what could not be kept, as a clause. */
function finishFile(fd: number, work: PathWork, wanted: WantedState): string | undefined {
  const ownerLost = setMetadata(openFileTarget(fd), { ...ownerOf(work), ...wanted });
  return wanted.uid === undefined ? undefined : ownerLost;
}

/** Whether a new file takes the place of one. */
function replacesFile({ goal, view, temporary }: PathWork): boolean {
  const isFile = view.present?.kind === 'file' && view.present.hash !== undefined;
  return isFile && goal.wanted?.kind === 'file' && temporary !== undefined;
}

/** A file that is replaced stays whose it was. */
function ownerOf({ view: { present } }: PathWork): Pick<FileState, 'uid' | 'gid'> {
  return present?.kind === 'file' ? { uid: present.uid, gid: present.gid } : {};
}

/** Makes the path another name of the file it is to be one of. Answers whether it is. */
function isLinked({ linkTo, movedFrom }: PathWork, to: string, folders: OpenFolders): boolean {
  const from = linkTo ?? movedFrom?.path;
  if (from === undefined) return false;
  try {
    linkSync(folders.bytesAt(from), pathToBytes(to));
  } catch (error) {
    const code = systemCodeOf(error) ?? '';
    if (NO_LINK.has(code) || (movedFrom && code === 'ENOENT')) return false;
    throw error;
  }
  if (!movedFrom || isUntouched(movedFrom, statsOf(to))) return true;
  // It was changed since it was looked at; its removal is refused later.
  unlinkSync(pathToBytes(to));
  return false;
}
