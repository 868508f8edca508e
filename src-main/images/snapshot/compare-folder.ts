import type { ScannedEntry, ScannedFolder } from '../pack/scan-folder.ts';
import type { ImageEntry } from '../read/walk-entries.ts';
import { xattrBytes } from '../rewrite/kept-entries.ts';
import { ownerAt, type Squashfs } from '../squashfs/open-squashfs.ts';
import type { NewEntry, NewFolder, NewXattr } from '../write/new-entry.ts';
import { isShownXattr } from '../xattr-lines.ts';
import { fileStampText } from './base-record-of.ts';
import type { BaseRecord } from './base-records.ts';
import { contentFrom, hasSameMetadata } from './compare-entry.ts';

/** User that Linux shows where a mount or a namespace does not know the owner. */
const UNMAPPED = 65_534;

/** Difference between a folder and its base. */
export interface FolderDifference {
  /** The layer that makes the base what the folder is; `undefined` if nothing differs. */
  readonly layer: NewFolder | undefined;
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  /** Bytes of files that are to be read. */
  readonly newBytes: number;
}

export interface ComparisonInput {
  readonly image: Squashfs;
  readonly scanned: ScannedFolder;
  readonly record: BaseRecord;
  /** Entries of the base, by path, without those that no folder shows. */
  readonly base: ReadonlyMap<string, ImageEntry>;
  /** Paths that stay as the base shows them, whatever the folder has. */
  readonly stays: (path: string) => boolean;
  /** Whether the attributes of the folder say anything; else they are those of the base. */
  readonly comparesXattrs: boolean;
  /** Time of the deletions, in Unix seconds. */
  readonly madeAt: number;
}

/** Compares a folder with what it was opened from. @throws ImageError, file system errors */
export function compareFolder(comparing: ComparisonInput): FolderDifference {
  return new FolderComparison(comparing).run();
}

class FolderComparison {
  readonly #given: ComparisonInput;
  readonly #scanned: ReadonlyMap<NewEntry, ScannedEntry>;
  /** Names in the folders of the base. */
  readonly #names: ReadonlyMap<string, readonly string[]>;
  /** Entries of the layer by those of the folder: names of one file stay names of one. */
  readonly #made = new Map<NewEntry, NewEntry>();
  #added = 0;
  #changed = 0;
  #deleted = 0;
  #newBytes = 0;

  constructor(given: ComparisonInput) {
    this.#given = given;
    this.#scanned = new Map(given.scanned.entries.map((one) => [one.entry, one]));
    this.#names = namesByFolder(given.base.keys());
  }

  run(): FolderDifference {
    const { root } = this.#given.scanned;
    const layer = this.#inside('', root, true);
    const counts = { added: this.#added, changed: this.#changed, deleted: this.#deleted, newBytes: this.#newBytes };
    return { layer: layer.size === 0 ? undefined : { ...root, children: layer }, ...counts };
  }

  /** Finds the differences in a folder. `hasBase`: the base has a folder there, too. */
  #inside(path: string, folder: NewFolder, hasBase: boolean): Map<string, NewEntry> {
    const prefix = path === '' ? '' : `${path}/`;
    const children = new Map<string, NewEntry>();
    for (const [name, entry] of folder.children) {
      const changed = this.#changedEntry(prefix + name, entry, hasBase);
      if (changed) children.set(name, changed);
    }
    for (const name of hasBase ? (this.#names.get(path) ?? []) : []) {
      if (folder.children.has(name) || this.#given.stays(prefix + name)) continue;
      this.#deleted++;
      children.set(name, this.#whiteout());
    }
    return children;
  }

  /** The entry for the layer; `undefined` if it is as the base shows it. */
  #changedEntry(path: string, entry: NewEntry, hasBase: boolean): NewEntry | undefined {
    const there = hasBase ? this.#given.base.get(path) : undefined;
    const base = there?.inode.kind === entry.kind ? there : undefined;
    if (entry.kind === 'dir') return this.#changedFolder(path, entry, { base, isNew: !there });
    if (base && this.#isUntouched(path, entry)) return undefined;
    const known = this.#made.get(entry);
    const made = known ?? this.#newLeaf(entry, base);
    // What was made of another name of it was compared with that one's base.
    if (base && this.#isSameLeaf(entry, known ? this.#newLeaf(entry, base) : made, base)) return undefined;
    if (!known) this.#countBytes(made);
    this.#made.set(entry, made);
    this.#count(!there);
    return made;
  }

  #changedFolder(
    path: string,
    folder: NewFolder,
    { base, isNew }: { readonly base: ImageEntry | undefined; readonly isNew: boolean },
  ): NewEntry | undefined {
    const children = this.#inside(path, folder, base !== undefined);
    const scanned = this.#scanned.get(folder);
    const isSame = base && scanned && this.#hasSameMetadata(scanned, base);
    if (isSame && children.size === 0) return undefined;
    if (!isSame) this.#count(isNew);
    return { ...folder, ...this.#ownerAndXattrs(folder, base), children };
  }

  #isUntouched(path: string, entry: NewEntry): boolean {
    const scanned = this.#scanned.get(entry);
    const { entries } = this.#given.record;
    return scanned !== undefined && Object.hasOwn(entries, path) && entries[path] === fileStampText(scanned.seen);
  }

  #isSameLeaf(entry: NewEntry, made: NewEntry, base: ImageEntry): boolean {
    const scanned = this.#scanned.get(entry);
    if (!scanned || !this.#hasSameMetadata(scanned, base) || this.#isGivenAway(entry, base)) return false;
    if (made.kind === 'file') return made.content.from === 'image';
    return made.kind === 'link' && base.inode.target !== undefined && made.target.equals(base.inode.target);
  }

  #newLeaf(entry: Exclude<NewEntry, NewFolder>, base: ImageEntry | undefined): Exclude<NewEntry, NewFolder> {
    const own = this.#ownerAndXattrs(entry, base);
    if (entry.kind !== 'file') return { ...entry, ...own };
    return { ...entry, ...own, content: contentFrom(this.#given.image, entry.content, base) };
  }

  #hasSameMetadata(scanned: ScannedEntry, base: ImageEntry): boolean {
    const { image, comparesXattrs } = this.#given;
    const shown = comparesXattrs ? xattrBytes(image, base.inode).filter(isShownXattr) : undefined;
    return hasSameMetadata(scanned, base, shown);
  }

  /** Whether somebody else owns it than in the image. Groups tell nothing: folders pass on theirs. */
  #isGivenAway({ uid }: NewEntry, { inode }: ImageEntry): boolean {
    const { image, record } = this.#given;
    return ![record.owner.uid, ownerAt(image, inode.uid), UNMAPPED].includes(uid);
  }

  /** Takes from the base what a folder does not show: the owner, and attributes that were left out. */
  #ownerAndXattrs({ uid, gid, xattrs }: NewEntry, base: ImageEntry | undefined) {
    const { image, record, comparesXattrs } = this.#given;
    const { inode } = base ?? {};
    const ofBase = inode ? xattrBytes(image, inode) : [];
    const unseen = ofBase.filter((one) => (isShownXattr(one) ? !comparesXattrs : isCarried(one)));
    return {
      uid: inode && uid === record.owner.uid ? ownerAt(image, inode.uid) : uid,
      gid: inode && gid === record.owner.gid ? ownerAt(image, inode.gid) : gid,
      xattrs: [...(comparesXattrs || !inode ? xattrs.filter(isShownXattr) : []), ...unseen],
    };
  }

  #whiteout(): NewEntry {
    return { kind: 'char', device: 0, mode: 0, uid: 0, gid: 0, mtime: this.#given.madeAt, xattrs: [] };
  }

  #count(isNew: boolean): void {
    if (isNew) this.#added++;
    else this.#changed++;
  }

  #countBytes(entry: NewEntry): void {
    if (entry.kind === 'file' && entry.content.from === 'source') this.#newBytes += entry.content.source.size;
  }
}

/** Attributes that pass on to what a person changed: none that lets a program do more. */
function isCarried({ name }: NewXattr): boolean {
  return name.startsWith('trusted.') && !name.startsWith('trusted.overlay.');
}

function namesByFolder(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    const folder = cut < 0 ? '' : path.slice(0, cut);
    const there = names.get(folder);
    if (there) there.push(path.slice(cut + 1));
    else names.set(folder, [path.slice(cut + 1)]);
  }
  return names;
}
