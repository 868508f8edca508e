import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ContentHash, FileState } from '#contract';
import { writeFileAtomic } from '#core/files/atomic-file';
import type { ThreadContent } from '../content/thread-content.ts';
import { type Fingerprint, type TreeEntry, TreeFolder } from './tree-entry.ts';
import { readSnapshot } from './tree-record.ts';

/**
 * Fingerprints of a snapshot on disk, so that after a restart only what changed in the meantime is read. JSON lines:
 * the first names root and snapshot; each further one has a folder's path below the root and, by name, mode, size,
 * times and inode. Losing it costs time alone: everything is read again.
 */
interface Header {
  readonly fingerprints: 1;
  readonly root: string;
  readonly snapshot: ContentHash;
}
type FingerprintLine = readonly [mode: number, size: number, mtimeNs: string, ctimeNs: string, inode: string];
type FolderLine = readonly [path: string, prints: Readonly<Record<string, FingerprintLine>>];

/** @throws file system errors */
export async function writeFingerprints(
  file: string,
  { root, top, snapshot }: { readonly root: string; readonly top: TreeFolder; readonly snapshot: ContentHash },
  giveWay: () => Promise<void>,
): Promise<void> {
  const header: Header = { fingerprints: 1, root, snapshot };
  const lines = [JSON.stringify(header)];
  const add = async (path: string, folder: TreeFolder): Promise<void> => {
    await giveWay();
    lines.push(
      JSON.stringify([
        path,
        Object.fromEntries(folder.entries.filter(isSure).map(fingerprintLine)),
      ] satisfies FolderLine),
    );
    for (const [name, below] of folder.folders) await add(path === '' ? name : `${path}/${name}`, below);
  };
  await add('', top);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomic(file, `${lines.join('\n')}\n`);
}

/** Whether an entry is certain; a pending, unsure or unkept one is read again the next time. */
function isSure({ print, isPending, unsureSince, state }: TreeEntry): boolean {
  return (
    print !== undefined &&
    !isPending &&
    unsureSince === undefined &&
    (state.kind === 'directory' || state.hash !== undefined)
  );
}

function fingerprintLine({ name, print }: TreeEntry): [string, FingerprintLine] {
  const { mode, size, mtimeNs, ctimeNs, inode } = print as Fingerprint;
  return [name, [mode, size, String(mtimeNs), String(ctimeNs), String(inode)]];
}

/** The workspace as an earlier process saw it; `undefined` if that is not known any more. */
export function readFingerprints(file: string, root: string, content: ThreadContent): TreeFolder | undefined {
  try {
    const [first = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const header = JSON.parse(first) as Header;
    if (header.fingerprints !== 1 || header.root !== root) return undefined;
    const { top } = readSnapshot(header.snapshot, content);
    if (!(top instanceof TreeFolder)) return undefined;
    const prints = new Map(rest.map((line) => JSON.parse(line) as FolderLine));
    addPrints(top, '', { prints, content });
    return top;
  } catch {
    return undefined;
  }
}

interface KnownFingerprints {
  readonly prints: ReadonlyMap<string, Readonly<Record<string, FingerprintLine>>>;
  readonly content: ThreadContent;
}

function addPrints(folder: TreeFolder, path: string, known: KnownFingerprints): void {
  const prints = known.prints.get(path);
  for (const entry of folder.entries) {
    const print = prints && Object.hasOwn(prints, entry.name) ? prints[entry.name] : undefined;
    if (print && isHeld(entry.state, known.content)) entry.print = fromPrinted(print);
  }
  for (const [name, below] of folder.folders) addPrints(below, path === '' ? name : `${path}/${name}`, known);
}

/** Whether the content is still kept; what a power failure took is read again. */
function isHeld({ kind, hash, size }: FileState, content: ThreadContent): boolean {
  return kind === 'directory' || (hash !== undefined && content.holds(hash, size));
}

function fromPrinted([mode, size, mtimeNs, ctimeNs, inode]: FingerprintLine): Fingerprint {
  return { mode, size, mtimeNs: BigInt(mtimeNs), ctimeNs: BigInt(ctimeNs), inode: BigInt(inode) };
}
