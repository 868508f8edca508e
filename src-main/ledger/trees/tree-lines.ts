import { join } from 'node:path';
import type { FileState } from '#contract';
import type { TreeSnapshot, WatchedEntry } from './tree-snapshot.ts';

/** An entry: its path from the root, `folder 755` or what else tells whether it was touched, and what it is. */
type EntryLine = readonly [
  path: string,
  fingerprint: string,
  isRacy: 0 | 1,
  /** Of a folder, whether every entry of it was seen. */
  isListed: 0 | 1,
  state: FileState,
];
type GoneLine = readonly [path: string];
/** The last line of each snapshot. */
interface EndLine {
  readonly root: string;
  readonly isListed: boolean;
  readonly notWatched: readonly string[];
}

/** A line of a file of snapshots, as JSON. */
export type TreeLine = EntryLine | GoneLine | EndLine;

/** What makes `before` into `snapshot`; all of it without one. */
export function treeLines(snapshot: TreeSnapshot, before: TreeSnapshot | undefined): TreeLine[] {
  const lines: TreeLine[] = [];
  const { root, entries, listed, notWatched } = snapshot;
  // Cheaper than `relative`, and there are many.
  const nameOf = (path: string) => path.slice(root.endsWith('/') ? root.length : root.length + 1);
  for (const [path, entry] of entries) {
    const isListed = listed.has(path);
    const old = before?.entries.get(path);
    if (old && isSame(old, entry) && before?.listed.has(path) === isListed) continue;
    lines.push([nameOf(path), entry.fingerprint, entry.isRacy ? 1 : 0, isListed ? 1 : 0, entry.state]);
  }
  for (const path of before?.entries.keys() ?? []) if (!entries.has(path)) lines.push([nameOf(path)]);
  lines.push({ root, isListed: listed.has(root), notWatched });
  return lines;
}

function isSame(one: WatchedEntry, other: WatchedEntry): boolean {
  return (
    one === other ||
    (one.fingerprint === other.fingerprint &&
      one.isRacy === other.isRacy &&
      one.state.hash === other.state.hash &&
      one.state.notKept === other.state.notKept)
  );
}

/** The last snapshot in the lines. @throws SyntaxError, or Error when they do not end with a whole snapshot */
export function readTree(text: string): TreeSnapshot {
  const lines = text.split('\n').filter((line) => line !== '');
  const known = new Map<string, EntryLine>();
  let end: EndLine | undefined;
  for (const line of lines) end = take(JSON.parse(line) as TreeLine, known);
  if (!end) throw new Error('The record of the workspace is not whole');
  return snapshotOf(end, known);
}

/** Answers with the line that ends a snapshot. */
function take(line: TreeLine, known: Map<string, EntryLine>): EndLine | undefined {
  if ('root' in line) return line;
  if (isEntry(line)) known.set(line[0], line);
  else known.delete(line[0]);
  return undefined;
}

const isEntry = (line: EntryLine | GoneLine): line is EntryLine => line.length > 1;

function snapshotOf({ root, isListed: isRootListed, notWatched }: EndLine, known: ReadonlyMap<string, EntryLine>) {
  const entries = new Map<string, WatchedEntry>();
  const listed = new Set(isRootListed ? [root] : []);
  for (const [name, fingerprint, isRacy, isListed, state] of known.values()) {
    const path = join(root, name);
    entries.set(path, { fingerprint, state, isRacy: isRacy === 1 });
    if (isListed === 1) listed.add(path);
  }
  return { root, entries, listed, notWatched };
}
