import type { ContentHash, FileState } from '#contract';
import type { ThreadContent } from '../content/thread-content.ts';
import { stateIn, type TreeEntry, TreeFolder, type TreeTop } from './tree-entry.ts';

/**
 * A folder in the content store: JSON lines in UTF-8, so that `jq` reads it. The first line is `{"folder":1}`; each further one
 * is an entry, by name in the order of UTF-16 units: its name (bytes that are not UTF-8 as lone surrogates, see
 * `core/files/path-bytes`), the fields of `FileState`, and for a folder that was looked into the hash of its own record as `record`.
 * The same folder has the same bytes, and so is kept once; a workspace that did not change costs nothing.
 */
interface RecordedEntry extends FileState {
  readonly name: string;
  readonly record?: ContentHash;
  /** Its extended attributes could not be read. */
  readonly attributesUnknown?: true;
}

/** The last record of a snapshot, one line of JSON: which folder it is of, and what is not in it. */
interface RecordedSnapshot {
  readonly snapshot: 1;
  readonly root: string;
  /** `absent`, `unseen`, or the hash of the record of the folder. */
  readonly top: string;
  readonly notWatched: readonly string[];
}

export interface SnapshotToRecord {
  readonly root: string;
  readonly top: TreeTop;
  readonly notWatched: readonly string[];
}

const HEADER = '{"folder":1}';

/**
 * Keeps the records that are not kept yet; answers the hash of the snapshot's own, and those that are new.
 * @throws AppError UNAVAILABLE if they cannot be written
 */
export async function recordSnapshot(
  { root, top, notWatched }: SnapshotToRecord,
  content: Pick<ThreadContent, 'keep'>,
  giveWay: () => Promise<void>,
): Promise<{ readonly hash: ContentHash; readonly added: readonly ContentHash[] }> {
  const added: ContentHash[] = [];
  const keep = (text: string): ContentHash => {
    const { hash, isNew } = content.keep(Buffer.from(text));
    if (isNew) added.push(hash);
    return hash;
  };
  const recordFolder = async (folder: TreeFolder): Promise<ContentHash> => {
    if (folder.recordHash !== undefined) return folder.recordHash;
    const below = new Map<string, ContentHash>();
    for (const [name, one] of folder.folders) below.set(name, await recordFolder(one));
    await giveWay();
    const hash = keep(recordOf(folder, below));
    // What is still to be kept will read otherwise.
    if (!folder.entries.some(({ isPending }) => isPending) && [...folder.folders.values()].every(isRecorded)) {
      folder.recordHash = hash;
    }
    return hash;
  };
  const place = top instanceof TreeFolder ? await recordFolder(top) : top;
  const snapshot: RecordedSnapshot = { snapshot: 1, root, top: place, notWatched };
  return { hash: keep(`${JSON.stringify(snapshot)}\n`), added };
}

const isRecorded = ({ recordHash }: TreeFolder) => recordHash !== undefined;

function recordOf(folder: TreeFolder, below: ReadonlyMap<string, ContentHash>): string {
  const lines = folder.entries.map((entry) => JSON.stringify(lineOf(folder, entry, below.get(entry.name))));
  return `${[HEADER, ...lines].join('\n')}\n`;
}

function lineOf(folder: TreeFolder, entry: TreeEntry, record: ContentHash | undefined): RecordedEntry {
  const { kind, hash, size, mode, mtimeNs, uid, gid, attributes, inode, names, notKept } = stateIn(folder, entry);
  const state = { kind, size, mode, hash, mtimeNs, uid, gid, attributes, inode, names, notKept };
  // JSON leaves out what is undefined, and keeps this order.
  const line = { name: entry.name, ...state, record, attributesUnknown: entry.knowsAttributes ? undefined : true };
  return line as RecordedEntry;
}

/**
 * The snapshot a hash names. Folders that are also in the tree `like` are the same objects, so that comparing the two costs what
 * differs between them. @throws Error when its records are not whole
 */
export function readSnapshot(
  hash: ContentHash,
  content: Pick<ThreadContent, 'read'>,
  like: TreeTop = 'absent',
): SnapshotToRecord {
  const { root, top, notWatched } = JSON.parse(keptText(hash, content)) as RecordedSnapshot;
  if (top === 'absent' || top === 'unseen') return { root, top, notWatched };
  return { root, top: readFolder(top, content, recordedIn(like)), notWatched };
}

/** The folders of a tree by the hash of their record, as far as they have one. */
function recordedIn(top: TreeTop, known = new Map<ContentHash, TreeFolder>()): Map<ContentHash, TreeFolder> {
  if (!(top instanceof TreeFolder)) return known;
  if (top.recordHash !== undefined) known.set(top.recordHash, top);
  for (const below of top.folders.values()) recordedIn(below, known);
  return known;
}

type KnownFolders = ReadonlyMap<ContentHash, TreeFolder>;

function readFolder(hash: ContentHash, content: Pick<ThreadContent, 'read'>, known: KnownFolders): TreeFolder {
  const same = known.get(hash);
  if (same) return same;
  const [header, ...lines] = keptText(hash, content).trimEnd().split('\n');
  if (header !== HEADER) throw new Error(`${hash} is no record of a folder`);
  const folders = new Map<string, TreeFolder>();
  const entries = lines.map((line): TreeEntry => {
    const { name, record, attributesUnknown, ...state } = JSON.parse(line) as RecordedEntry;
    if (record !== undefined) folders.set(name, readFolder(record, content, known));
    const knowsAttributes = attributesUnknown === undefined;
    return { name, print: undefined, state, isPending: false, knowsAttributes, unsureSince: undefined };
  });
  const folder = new TreeFolder(entries, folders);
  folder.recordHash = hash;
  return folder;
}

function keptText(hash: ContentHash, content: Pick<ThreadContent, 'read'>): string {
  const bytes = content.read(hash);
  if (!bytes) throw new Error(`The record ${hash} of a folder is gone or damaged`);
  return bytes.toString();
}
