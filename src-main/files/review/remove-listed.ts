import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileState } from '#contract';
import { AppError } from '#core/app-error';
import { syncDirectory } from '#core/files/atomic-file';
import { MovedError, pinFolder, systemReason } from '#core/files/pinned-folder';
import type { ContentStore } from '#ledger';
import { readAttributes } from '#process/file-attributes';
import { type RunContext, ToolError, type ToolOutcome } from '#tools';
import { DONE_AS_PROPOSED } from './change-report.ts';
import { type RecordedFileChange, reconcileLedger, untoldWords } from './reconcile-ledger.ts';
import { isAsListed, type TreeListing, type TreeListingEntry } from './tree-listing.ts';

export interface RemovalContext extends Pick<RunContext, 'record' | 'callId' | 'signal'> {
  readonly content: ContentStore;
}

/** Open files and disk writes at a time. */
const KEPT_TOGETHER = 16;
/** The ledger syncs records that arrive together at once. */
const RECORDED_TOGETHER = 64;

/**
 * Removes exactly what is listed: first everything is kept, then everything is recorded, then it goes, innermost first.
 * What has changed since the listing, or appeared since, stays. After a failure `change.undone` follows for each
 * recorded removal that did not happen.
 */
export async function removeListed(path: string, listing: TreeListing, context: RemovalContext): Promise<ToolOutcome> {
  // Innermost first, so that undoing in reverse makes folders before what they hold.
  const entries = [...listing.entries].reverse();
  const kept = await keepAll(entries, context);
  const recorded: RecordedFileChange[] = [];
  try {
    for (const group of groupsOf(kept, RECORDED_TOGETHER)) await recordGroup(group, context, recorded);
    await remove(entries);
  } catch (error) {
    const reason = error instanceof MovedError ? error.message : systemReason(error);
    const message = `${path} could not be removed completely: ${reason}`;
    const reconciled = await reconcileLedger(recorded, message, context.record);
    const what = reconciled.stands ? 'Part of it is gone.' : 'Nothing was removed.';
    return { outcome: 'failed', content: `${message}. ${what}${untoldWords(reconciled)}` };
  }
  return { outcome: 'done', content: DONE_AS_PROPOSED };
}

interface KeptEntry {
  readonly entry: TreeListingEntry;
  before: FileState;
}

/** Extended attributes and access control lists, where the system has the program that reads them. */
async function addAttributes(kept: readonly KeptEntry[], content: ContentStore): Promise<void> {
  const found = await readAttributes(kept.map(({ entry }) => entry.path));
  for (const one of kept) {
    const lines = found?.get(one.entry.path);
    if (lines === undefined) continue;
    one.before = { ...one.before, attributes: await content.keep(Buffer.from(lines), { settle: 'later' }) };
  }
}

async function keepAll(
  entries: readonly TreeListingEntry[],
  { content, signal }: RemovalContext,
): Promise<KeptEntry[]> {
  const kept: KeptEntry[] = [];
  for (const group of groupsOf(entries, KEPT_TOGETHER)) {
    signal.throwIfAborted();
    kept.push(...(await Promise.all(group.map(async (entry) => ({ entry, before: await keep(entry, content) })))));
  }
  await addAttributes(kept, content);
  const unsettled = await content.settle();
  const lost = kept.find(({ before }) => before.hash !== undefined && unsettled.has(before.hash));
  if (lost) throw new ToolError(`${lost.entry.path} could not be kept: its bytes cannot be flushed to the disk`);
  return kept;
}

/** Records a group of removals; `recorded` receives those that succeeded even if others failed. */
async function recordGroup(
  group: readonly KeptEntry[],
  context: RemovalContext,
  recorded: RecordedFileChange[],
): Promise<void> {
  const results = await Promise.allSettled(group.map((one) => recordRemoval(one, context)));
  for (const result of results) if (result.status === 'fulfilled') recorded.push(result.value);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function* groupsOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

/** @throws ToolError if the entry has gone or cannot be read; nothing has been removed then. */
async function keep(entry: TreeListingEntry, content: ContentStore): Promise<FileState> {
  try {
    return await removedState(entry, content);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new ToolError(`${entry.path} could not be kept: ${systemReason(error)}`);
  }
}

async function removedState({ kind, path, metadata }: TreeListingEntry, content: ContentStore): Promise<FileState> {
  if (kind === 'folder') return { kind: 'directory', size: 0, ...metadata };
  if (kind === 'symbolic link') {
    const target = await readlink(path, { encoding: 'buffer' });
    return { kind: 'symlink', hash: await content.keep(target, { settle: 'later' }), size: target.length, ...metadata };
  }
  const { hash, size } = await content.keepFile(path, { settle: 'later' });
  return { kind: 'file', hash, size, ...metadata };
}

async function recordRemoval(
  { entry, before }: KeptEntry,
  { record, callId }: RemovalContext,
): Promise<RecordedFileChange> {
  const { path } = entry;
  const event = await record('file.changed', { path, change: 'deleted', before, callId, origin: 'tool' });
  return { event, path, after: undefined };
}

/** A removal under way. */
interface Removal {
  /** Entries by the folder that they are in. */
  readonly byFolder: ReadonlyMap<string, readonly TreeListingEntry[]>;
  /** Files of which a name has gone and others may be left. */
  readonly thinned: Set<string>;
}

/** `entries` innermost first. Folders are held open while things in them are removed, so that none is swapped for a link. */
async function remove(entries: readonly TreeListingEntry[]): Promise<void> {
  const byFolder = new Map<string, TreeListingEntry[]>();
  for (const entry of entries) {
    const folder = dirname(entry.path);
    const inside = byFolder.get(folder);
    if (inside) inside.push(entry);
    else byFolder.set(folder, [entry]);
  }
  const top = entries.at(-1);
  if (!top) return;
  await using parent = await pinFolder(dirname(top.path));
  await removeEntry(top, parent.at(basename(top.path)), { byFolder, thinned: new Set() });
  await syncDirectory(dirname(top.path));
}

async function removeEntry(entry: TreeListingEntry, at: string, removal: Removal): Promise<void> {
  const { byFolder, thinned } = removal;
  const stats = await lstat(at, { bigint: true });
  if (!isAsListed(entry, stats, thinned)) throw new MovedError(`${entry.path} has changed since it was kept`);
  if (entry.kind !== 'folder') {
    await unlink(at);
    if (entry.metadata.inode !== undefined) thinned.add(entry.metadata.inode);
    return;
  }
  const folder = await open(at, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    for (const inner of byFolder.get(entry.path) ?? []) {
      await removeEntry(inner, join(await doorOf(folder, at), basename(inner.path)), removal);
    }
  } finally {
    await folder.close();
  }
  await rmdir(at);
}

/** See `pinFolder`; without `/proc` the path itself has to do. */
async function doorOf(folder: FileHandle, at: string): Promise<string> {
  const door = `/proc/self/fd/${folder.fd}`;
  return process.platform === 'linux' && (await readlink(door).catch(() => undefined)) !== undefined ? door : at;
}
