import { readFileSync } from 'node:fs';
import type { FileState } from '#contract';
import { type TreeEntry, TreeFolder, type TreeTop } from './tree-entry.ts';
import type { SnapshotToRecord } from './tree-record.ts';

/** A snapshot of the version before: the first `bytes` of a file of lines that was only ever appended to. */
export interface OldTreeReference {
  readonly path: string;
  readonly bytes: number;
}

/** An entry: its path from the root, `folder 755` or what else told whether it was touched, and what it is. */
type EntryLine = readonly [path: string, fingerprint: string, isRacy: 0 | 1, isListed: 0 | 1, state: FileState];
type GoneLine = readonly [path: string];
/** The last line of each snapshot. */
interface EndLine {
  readonly root: string;
  readonly isListed: boolean;
  readonly notWatched: readonly string[];
}
type TreeLine = EntryLine | GoneLine | EndLine;

/** The last snapshot in the file. @throws as reading the file does, and when it is not whole */
export function readOldTree({ path, bytes }: OldTreeReference): SnapshotToRecord {
  const content = readFileSync(path);
  if (content.length < bytes) throw new Error(`${path} has ${content.length} of ${bytes} bytes`);
  const known = new Map<string, EntryLine>();
  let end: EndLine | undefined;
  for (const text of content.subarray(0, bytes).toString().split('\n')) {
    if (text === '') continue;
    const line = JSON.parse(text) as TreeLine;
    end = 'root' in line ? line : undefined;
    if (end === undefined) takeLine(line as EntryLine | GoneLine, known);
  }
  if (!end) throw new Error('The record of the workspace is not whole');
  const { root, isListed, notWatched } = end;
  return { root, top: buildTop(isListed, known), notWatched };
}

function takeLine(line: EntryLine | GoneLine, known: Map<string, EntryLine>): void {
  if (line.length > 1) known.set(line[0], line as EntryLine);
  else known.delete(line[0]);
}

function buildTop(isListed: boolean, known: ReadonlyMap<string, EntryLine>): TreeTop {
  const byFolder = new Map<string, EntryLine[]>();
  for (const line of known.values()) {
    const folder = line[0].includes('/') ? line[0].slice(0, line[0].lastIndexOf('/')) : '';
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), line]);
  }
  const folderAt = (path: string): TreeFolder => {
    const lines = (byFolder.get(path) ?? []).sort((a, b) => (a[0] < b[0] ? -1 : 1));
    const folders = lines.filter(([, , , isSeen, { kind }]) => isSeen === 1 && kind === 'directory');
    return new TreeFolder(
      lines.map(entryOfLine),
      new Map(folders.map(([name]) => [name.slice(name.lastIndexOf('/') + 1), folderAt(name)])),
    );
  };
  return isListed ? folderAt('') : 'unseen';
}

function entryOfLine([path, fingerprint, , , state]: EntryLine): TreeEntry {
  // Mode, size, time of the last change, …
  const mtimeNs = state.kind === 'directory' ? undefined : fingerprint.split(' ')[2];
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    print: undefined,
    state: { ...state, ...(mtimeNs !== undefined && { mtimeNs }) },
    isPending: false,
    knowsAttributes: false,
    unsureSince: undefined,
  };
}
