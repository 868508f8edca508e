import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { messageOf } from '#core/app-error';
import { pathFromBytes, pathToBytes } from '#core/path-bytes';
import { isAbsent } from '../content/describe-file.ts';
import { entryOf } from './entry-of.ts';
import { LeftOut } from './left-out.ts';
import { Pace } from './pace.ts';
import type { SeenTree } from './seen-tree.ts';
import { joined, type TreeEntry, TreeFolder, type TreeTop } from './tree-entry.ts';
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

/** A folder on its way to be seen. */
interface FolderDraft {
  readonly path: string;
  readonly stats: BigIntStats;
  readonly old: TreeFolder | undefined;
  entries?: TreeEntry[];
  /** Drafts of the folders among the entries, at the same places. */
  readonly below: Map<number, FolderDraft>;
  /** It vanished before it could be listed. */
  isGone?: boolean;
  /** What was made of it, to be shared as long as it is the same. */
  made?: TreeFolder;
}

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

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#leftOut = new LeftOut(options.root, 'not watched');
  }

  /** What has been seen so far; shared with what was seen before where nothing has changed. */
  seen(): SeenTree {
    const sentences = this.#leftOut.sentences();
    const leftOut = this.#isDone ? sentences : [...sentences, 'Not all folders of the workspace were looked into yet'];
    const top = typeof this.#top === 'string' ? this.#top : (folderOf(this.#top) ?? 'unseen');
    return { root: this.#options.root, top, leftOut };
  }

  async run(): Promise<void> {
    const { root, old } = this.#options;
    const stats = this.#statsOf(root);
    this.#top = stats?.isDirectory()
      ? { path: root, stats, old: old instanceof TreeFolder ? old : undefined, below: new Map() }
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
    const names = this.#namesIn(draft);
    if (!names) return;
    if (this.#count + names.length > this.#options.limits.maxEntries) {
      this.#leftOut.add(draft.path, 'there are too many files in the workspace');
      return;
    }
    const entries: TreeEntry[] = [];
    const pendingBefore = this.pending.length;
    for (const name of inOrder(names, draft.old)) {
      if (this.#pace.isDue) await this.#pace.giveWay();
      this.#add(draft, entries, name);
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

  #add(draft: FolderDraft, entries: TreeEntry[], name: string): void {
    const path = joined(draft.path, name);
    const stats = this.#statsOf(path);
    if (!stats) return;
    const old = draft.old?.find(name);
    if (stats.ctimeNs > this.#newest) this.#newest = stats.ctimeNs;
    const why = stats.isDirectory() ? this.#whyNotEntered(path, name, stats) : undefined;
    if (why !== undefined) this.#leftOut.add(path, why);
    const entry = entryOf(name, stats, { ...this.#options, old, why, now: this.#startedAt });
    if (entry !== old && entry.isPending) this.pending.push({ path, entry, isLikelyKept: hasOldBytes(old, stats) });
    if (stats.isDirectory() && why === undefined) {
      draft.below.set(entries.length, { path, stats, old: draft.old?.folders.get(name), below: new Map() });
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

  #namesIn(draft: FolderDraft): string[] | undefined {
    try {
      const path = pathToBytes(draft.path);
      const names = readdirSync(path);
      // Names that are not UTF-8 come with this character, and so do those that have it.
      if (!names.some((name) => name.includes('\uFFFD'))) return names;
      return readdirSync(path, { encoding: 'buffer' }).map((name) => pathFromBytes(name));
    } catch (error) {
      if (isAbsent(error)) draft.isGone = true;
      else this.#leftOut.add(draft.path, `it cannot be read: ${messageOf(error)}`);
      return undefined;
    }
  }

  #statsOf(path: string): BigIntStats | undefined {
    try {
      return lstatSync(pathToBytes(path), { bigint: true, throwIfNoEntry: false });
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

function hasOldBytes(old: TreeEntry | undefined, { mtimeNs, size }: BigIntStats): boolean {
  return old?.state.hash !== undefined && old.print?.mtimeNs === mtimeNs && old.state.size === Number(size);
}

/** No file system in use counts time more coarsely (FAT). */
const UNSURE_NS = 2_000_000_000n;

/** The order of the time before where the names are the same, which saves sorting them. */
function inOrder(names: string[], old: TreeFolder | undefined): readonly string[] {
  if (old && old.entries.length === names.length && names.every((name) => old.places.has(name))) {
    return old.entries.map(({ name }) => name);
  }
  return names.sort();
}

/** What is in it so far; `undefined` when it was not listed. */
function folderOf(draft: FolderDraft): TreeFolder | undefined {
  const { entries, below, old, made } = draft;
  if (!entries) return undefined;
  const folders = new Map<string, TreeFolder>();
  const present = entries.filter((entry, place) => {
    const one = below.get(place);
    const folder = one && folderOf(one);
    if (folder) folders.set(entry.name, folder);
    return one?.isGone !== true && entry.isGone !== true;
  });
  for (const before of [made, old]) if (before && isSameFolder(before, present, folders)) return before;
  draft.made = new TreeFolder(present, folders);
  return draft.made;
}

function isSameFolder(
  old: TreeFolder,
  entries: readonly TreeEntry[],
  folders: ReadonlyMap<string, TreeFolder>,
): boolean {
  if (entries.length !== old.entries.length || folders.size !== old.folders.size) return false;
  for (const [name, folder] of folders) if (old.folders.get(name) !== folder) return false;
  return entries.every((entry, place) => entry === old.entries[place]);
}
