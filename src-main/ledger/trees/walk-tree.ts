import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { messageOf, systemCodeOf } from '#core/app-error';
import { Pace } from '#core/async/pace';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { MovedError } from '#core/files/pinned-folder';
import { isAbsent } from '../content/describe-file.ts';
import { treeEntryOf } from './entry-of.ts';
import { buildFolder, type FolderDraft } from './folder-draft.ts';
import { HeldFolder } from './held-folder.ts';
import { LeftOutPaths } from './left-out-paths.ts';
import { type NameWithOld, previousNames, withOldEntries } from './names-with-old.ts';
import { hasOldBytes, isSettled } from './old-entry.ts';
import { hasReliableTimes } from './reliable-times.ts';
import type { SeenTree } from './seen-tree.ts';
import { joinNames, type TreeEntry, TreeFolder, type TreeTop } from './tree-entry.ts';
import type { WatchLimits } from './watch-limits.ts';

export interface TreeWalkOptions {
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

const REPLACED = 'it was replaced while it was looked at';
/** Names of folders are those of branches there, such as `target/x`. */
const IN_REPOSITORY = /\/\.git\//;

const LSTAT = { bigint: true, throwIfNoEntry: false } as const;

/**
 * One look at everything below a folder, level by level, links not followed, other file systems not entered; what
 * vanishes in the meantime is left out. It calls the file system without giving way, in slices, and is for a thread of
 * its own.
 */
export class TreeWalk {
  readonly pending: PendingEntry[] = [];
  readonly #options: TreeWalkOptions;
  readonly #leftOut: LeftOutPaths;
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

  constructor(options: TreeWalkOptions) {
    this.#options = options;
    this.#leftOut = new LeftOutPaths(options.root, 'not watched');
    this.#hasOddNames = typeof pathToBytes(options.root) !== 'string';
  }

  /** Returns the tree seen so far; unchanged parts are shared with the previous tree. */
  seen(): SeenTree {
    const seen = this.#sealed ?? this.#seenNow();
    // What is still to be kept may turn out to be gone.
    if (this.#isDone && !this.pending.some(({ entry }) => entry.isPending)) this.#sealed = seen;
    return seen;
  }

  #seenNow(): SeenTree {
    const sentences = this.#leftOut.sentences();
    const leftOut = this.#isDone ? sentences : [...sentences, 'Not all folders of the workspace were looked into yet'];
    const top = typeof this.#top === 'string' ? this.#top : (buildFolder(this.#top) ?? 'unseen');
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
        for (const below of draft.below.values()) next.push(below);
      }
      level = next;
    }
    this.#isDone = true;
    this.#settleOld();
  }

  async #list(draft: FolderDraft): Promise<void> {
    await this.#pace.giveWay();
    const folder = new HeldFolder(draft.path, draft.stats);
    const pendingBefore = this.pending.length;
    try {
      const entries = await this.#entriesIn(draft, folder);
      if (!entries) return;
      if (!this.#stands(draft)) throw new MovedError(draft.path);
      draft.entries = entries;
      this.#count += entries.length;
    } catch (error) {
      this.pending.length = pendingBefore;
      draft.below.clear();
      this.#notListed(draft, error);
    } finally {
      folder.close();
    }
  }

  /**
   * Answers nothing if there are too many. @throws MovedError when something else stands in the folder's place; file
   * system errors
   */
  async #entriesIn(draft: FolderDraft, folder: HeldFolder): Promise<TreeEntry[] | undefined> {
    const names = draft.hasOldNames && draft.old ? previousNames(draft.old) : this.#namesIn(draft, folder);
    if (this.#count + names.length > this.#options.limits.maxEntries) {
      this.#leftOut.add(draft.path, 'there are too many files in the workspace');
      return undefined;
    }
    const entries: TreeEntry[] = [];
    for (const { name, old } of names) {
      if (this.#pace.isDue) await this.#pace.giveWay();
      this.#add({ draft, folder, entries }, name, old);
    }
    return entries;
  }

  #stands({ path, stats }: FolderDraft): boolean {
    const now = this.#statsOf(path);
    return now?.ino === stats.ino && now.dev === stats.dev;
  }

  #notListed(draft: FolderDraft, error: unknown): void {
    const isMoved = error instanceof MovedError || isAbsent(error) || systemCodeOf(error) === 'ELOOP';
    const now = isMoved ? this.#statsOf(draft.path) : undefined;
    if (isMoved && !now?.isDirectory()) draft.isGone = now === undefined;
    else this.#leftOut.add(draft.path, isMoved ? REPLACED : `it cannot be read: ${messageOf(error)}`);
  }

  #add(into: FolderListing, name: string, old: TreeEntry | undefined): void {
    const path = joinNames(into.draft.path, name);
    const known = old && this.#statsOf(path);
    const isSame = known !== undefined && isSettled(old as TreeEntry, known);
    // What is not known yet is looked at through the folder itself: its path may lead elsewhere by now.
    const stats = isSame ? known : this.#statsOf(path, into.folder.at(name));
    if (!stats) return;
    if (stats.ctimeNs > this.#newest) this.#newest = stats.ctimeNs;
    if (isSame && old && old.state.kind !== 'directory') into.entries.push(old);
    else this.#addNew(into, { name, path, stats, old });
  }

  #addNew({ draft, entries }: FolderListing, { name, path, stats, old }: NewEntry): void {
    const isDirectory = stats.isDirectory();
    const why = isDirectory ? this.#whyNotEntered(path, name, stats) : undefined;
    if (why !== undefined) this.#leftOut.add(path, why);
    const entry = treeEntryOf(name, stats, { ...this.#options, old, why, now: this.#startedAt });
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
    const holds = Object.hasOwn(limits.unwatchedFolders, name) ? limits.unwatchedFolders[name] : undefined;
    if (holds !== undefined && !IN_REPOSITORY.test(path)) return `it holds ${holds}`;
    if (excluded.has(path)) return "it holds Sigma Shell's own record";
    const top = this.#top as FolderDraft;
    return stats.dev === top.stats.dev ? undefined : 'it is another file system';
  }

  /** @throws MovedError when something else stands in the folder's place; file system errors */
  #namesIn(draft: FolderDraft, folder: HeldFolder): readonly NameWithOld[] {
    const path = pathToBytes(folder.door);
    const names = readdirSync(path);
    // Names that are not UTF-8 come with this character, and so do those that have it.
    if (!names.some((name) => name.includes('\uFFFD'))) return withOldEntries(names, draft.old);
    this.#hasOddNames = true;
    const all = readdirSync(path, { encoding: 'buffer' });
    return withOldEntries(all.map(pathFromBytes), draft.old);
  }

  #statsOf(path: string, at = path): BigIntStats | undefined {
    try {
      return lstatSync(this.#hasOddNames ? pathToBytes(at) : at, LSTAT);
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

interface FolderListing {
  readonly draft: FolderDraft;
  readonly folder: HeldFolder;
  readonly entries: TreeEntry[];
}

interface NewEntry {
  readonly name: string;
  readonly path: string;
  readonly stats: BigIntStats;
  readonly old: TreeEntry | undefined;
}

/** No file system in use counts time more coarsely (FAT). */
const UNSURE_NS = 2_000_000_000n;
