import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { messageOf } from '#core/app-error';
import { pathFromBytes, pathToBytes } from '#core/path-bytes';
import { isAbsent } from '../content/describe-file.ts';
import { entryOf } from './entry-of.ts';
import { type FolderDraft, folderOf } from './folder-draft.ts';
import { LeftOut } from './left-out.ts';
import { Pace } from './pace.ts';
import { hasReliableTimes } from './reliable-times.ts';
import type { SeenTree } from './seen-tree.ts';
import { hasFingerprint, joined, type TreeEntry, TreeFolder, type TreeTop } from './tree-entry.ts';
import type { WatchLimits } from './watch-limits.ts';

export interface WalkOptions {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly limits: Pick<WatchLimits, 'maxEntries' | 'unwatchedFolders'>;
  /** Absolute paths of folders that are not looked into, links resolved. */
  readonly excluded: ReadonlySet<string>;
  /** The workspace as it was seen last: what is as it was then need not be read. */
  readonly old: TreeTop;
  /** Whether there is room to keep so many bytes, for what did not fit before. */
  readonly hasRoom: (bytes: number) => boolean;
  /** Whether extended attributes are read. */
  readonly readsAttributes: boolean;
}

/** A file, link or folder whose bytes or attributes are to be read. */
export interface PendingEntry {
  readonly path: string;
  readonly entry: TreeEntry;
  /** Its bytes are kept already, unless its time does not tell. */
  readonly isLikelyKept: boolean;
}

const LSTAT = { bigint: true, throwIfNoEntry: false } as const;

/**
 * One look at everything below a folder, level by level, links not followed, other file systems not entered; what vanishes
 * meanwhile is left out. It calls the file system without giving way, in slices, and is for a thread of its own.
 */
export class TreeWalk {
  readonly pending: PendingEntry[] = [];
  readonly #options: WalkOptions;
  readonly #leftOut: LeftOut;
  readonly #pace = new Pace();
  readonly #startedAt = performance.now();
  #newest = 0n;
  #count = 0;
  #top: FolderDraft | 'absent' | 'unseen' = 'unseen';
  #isDone = false;
  /** A name that is not UTF-8 was met, so that paths may be bytes. */
  #hasOddNames: boolean;
  #sealed: SeenTree | undefined;
  /** The time of a folder tells whether names came into it or went. */
  #hasReliableTimes = false;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#leftOut = new LeftOut(options.root, 'not watched');
    this.#hasOddNames = typeof pathToBytes(options.root) !== 'string';
  }

  /** What has been seen so far; shared with what was seen before where nothing has changed. */
  seen(): SeenTree {
    const seen = this.#sealed ?? this.#seenNow();
    // What is still to be kept may turn out to be gone.
    if (this.#isDone && !this.pending.some(({ entry }) => entry.isPending)) this.#sealed = seen;
    return seen;
  }

  #seenNow(): SeenTree {
    const sentences = this.#leftOut.sentences();
    const leftOut = this.#isDone ? sentences : [...sentences, 'Not all folders of the workspace were looked into yet'];
    const top = typeof this.#top === 'string' ? this.#top : (folderOf(this.#top) ?? 'unseen');
    return { root: this.#options.root, top, leftOut };
  }

  async run(): Promise<void> {
    const { root, old } = this.#options;
    const stats = this.#statsOf(root);
    // Folders whose attributes are not read are not looked at again where a change might hide behind their time.
    this.#hasReliableTimes = this.#options.readsAttributes && hasReliableTimes(root);
    this.#top = stats?.isDirectory()
      ? { path: root, stats, old: old instanceof TreeFolder ? old : undefined, hasOldNames: false, below: new Map() }
      : 'absent';
    let level = typeof this.#top === 'string' ? [] : [this.#top];
    while (level.length > 0) {
      const next: FolderDraft[] = [];
      for (const draft of level) {
        await this.#list(draft);
        next.push(...draft.below.values());
      }
      level = next;
    }
    this.#isDone = true;
    this.#settleOld();
  }

  async #list(draft: FolderDraft): Promise<void> {
    await this.#pace.giveWay();
    const names = draft.hasOldNames && draft.old ? asBefore(draft.old) : this.#namesIn(draft);
    if (!names) return;
    if (this.#count + names.length > this.#options.limits.maxEntries) {
      this.#leftOut.add(draft.path, 'there are too many files in the workspace');
      return;
    }
    const entries: TreeEntry[] = [];
    const pendingBefore = this.pending.length;
    for (const { name, old } of names) {
      if (this.#pace.isDue) await this.#pace.giveWay();
      this.#add(draft, entries, name, old);
    }
    // A link or another folder may have come to stand in its place while it was listed.
    const now = this.#statsOf(draft.path);
    if (now?.ino === draft.stats.ino && now.dev === draft.stats.dev) {
      draft.entries = entries;
      this.#count += entries.length;
      return;
    }
    this.pending.length = pendingBefore;
    draft.below.clear();
    if (now?.isDirectory()) this.#leftOut.add(draft.path, 'it was replaced while it was looked at');
    else draft.isGone = now === undefined;
  }

  #add(draft: FolderDraft, entries: TreeEntry[], name: string, old: TreeEntry | undefined): void {
    const path = joined(draft.path, name);
    const stats = this.#statsOf(path);
    if (!stats) return;
    if (stats.ctimeNs > this.#newest) this.#newest = stats.ctimeNs;
    if (old && isSettled(old, stats) && old.state.kind !== 'directory') entries.push(old);
    else this.#addNew(draft, entries, { name, path, stats, old });
  }

  #addNew(draft: FolderDraft, entries: TreeEntry[], { name, path, stats, old }: NewEntry): void {
    const isDirectory = stats.isDirectory();
    const why = isDirectory ? this.#whyNotEntered(path, name, stats) : undefined;
    if (why !== undefined) this.#leftOut.add(path, why);
    const entry = entryOf(name, stats, { ...this.#options, old, why, now: this.#startedAt });
    if (entry !== old && entry.isPending) this.pending.push({ path, entry, isLikelyKept: hasOldBytes(old, stats) });
    if (isDirectory && why === undefined) {
      const hasOldNames = this.#hasReliableTimes && old !== undefined && isSettled(old, stats);
      const below = { path, stats, old: draft.old?.folders.get(name), hasOldNames, below: new Map() };
      draft.below.set(entries.length, below);
    }
    entries.push(entry);
  }

  #whyNotEntered(path: string, name: string, stats: BigIntStats): string | undefined {
    const { limits, excluded } = this.#options;
    const holds = Object.hasOwn(limits.unwatchedFolders, name) && limits.unwatchedFolders[name];
    if (holds !== false && holds !== undefined) return `it holds ${holds}`;
    if (excluded.has(path)) return "it holds Sigma Shell's own record";
    const top = this.#top as FolderDraft;
    return stats.dev === top.stats.dev ? undefined : 'it is another file system';
  }

  #namesIn(draft: FolderDraft): readonly NameWithOld[] | undefined {
    try {
      const path = pathToBytes(draft.path);
      const names = readdirSync(path);
      // Names that are not UTF-8 come with this character, and so do those that have it.
      if (!names.some((name) => name.includes('\uFFFD'))) return inOrder(names, draft.old);
      this.#hasOddNames = true;
      const all = readdirSync(path, { encoding: 'buffer' });
      return inOrder(all.map(pathFromBytes), draft.old);
    } catch (error) {
      if (isAbsent(error)) draft.isGone = true;
      else this.#leftOut.add(draft.path, `it cannot be read: ${messageOf(error)}`);
      return undefined;
    }
  }

  #statsOf(path: string): BigIntStats | undefined {
    try {
      return lstatSync(this.#hasOddNames ? pathToBytes(path) : path, LSTAT);
    } catch (error) {
      if (!isAbsent(error)) this.#leftOut.add(path, messageOf(error));
      return undefined;
    }
  }

  /**
   * Is sure of what changed long enough before the newest change in the tree, and before now by this machine's clock: the
   * clock of the disk may be another one, and both may jump.
   */
  #settleOld(): void {
    const now = BigInt(Date.now()) * 1_000_000n;
    const newest = this.#newest < now ? this.#newest : now;
    for (const { entry } of this.pending) {
      if (entry.unsureSince === this.#startedAt && (entry.print?.ctimeNs ?? newest) < newest - UNSURE_NS) {
        entry.unsureSince = undefined;
      }
    }
  }
}

interface NewEntry {
  readonly name: string;
  readonly path: string;
  readonly stats: BigIntStats;
  readonly old: TreeEntry | undefined;
}

/** Whether nothing of it is to be learnt: it is kept and was not touched. */
function isSettled({ print, state, isPending, unsureSince }: TreeEntry, stats: BigIntStats): boolean {
  if (isPending || unsureSince !== undefined || state.notKept !== undefined) return false;
  return print !== undefined && hasFingerprint(stats, print);
}

function hasOldBytes(old: TreeEntry | undefined, { mtimeNs, size }: BigIntStats): boolean {
  return old?.state.hash !== undefined && old.print?.mtimeNs === mtimeNs && old.state.size === Number(size);
}

/** No file system in use counts time more coarsely (FAT). */
const UNSURE_NS = 2_000_000_000n;

interface NameWithOld {
  readonly name: string;
  readonly old: TreeEntry | undefined;
}

function asBefore({ entries }: TreeFolder): readonly NameWithOld[] {
  return entries.map((old) => ({ name: old.name, old }));
}

/** The entries of the time before where the names are the same, which saves sorting and finding them. */
function inOrder(names: string[], folder: TreeFolder | undefined): readonly NameWithOld[] {
  const isSame = folder?.entries.length === names.length && names.every((name) => folder.places.has(name));
  if (folder && isSame) return asBefore(folder);
  return names.sort().map((name) => ({ name, old: folder?.find(name) }));
}
