import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { RecordProblem } from '#contract';
import { systemCodeOf } from '#core/app-error';
import { systemReason } from '#core/files/pinned-folder';
import { EXTENSIONS, KIND_FOLDERS, keyOfNames } from './key-path.ts';

/** Most files that are looked at. */
export const MAX_FILES = 10_000;
/** Depth beyond the number of a key's segments. */
export const MAX_DEPTH = 64;
/** Files asked about at the same time. */
const BATCH = 64;

export interface FoundFile {
  readonly key: string;
  /** Names from the folder on, the last one with its extension. */
  readonly names: readonly string[];
  /** Signature that differs if the file was changed. */
  readonly signature: string;
  readonly isLink: boolean;
}

export interface FolderContents {
  /** Used file by key. */
  readonly files: Map<string, FoundFile>;
  /** Further files with the same keys. */
  readonly shadowed: readonly FoundFile[];
  /** Every folder on the way, from the folder on; the folder itself is an empty list. */
  readonly folders: readonly (readonly string[])[];
  readonly problems: readonly RecordProblem[];
}

interface FolderWalk {
  readonly root: string;
  readonly candidates: { readonly names: readonly string[]; readonly key: string }[];
  readonly folders: (readonly string[])[];
  readonly problems: RecordProblem[];
  isFull: boolean;
}

/** Every record file below `root` (resolved). @throws what the system says when the folder itself cannot be read, but for a missing one */
export async function walkStoreFolder(root: string): Promise<FolderContents> {
  const walk: FolderWalk = { root, candidates: [], folders: [[]], problems: [], isFull: false };
  for (const entry of await rootEntries(root)) {
    if (entry.isDirectory() && Object.hasOwn(KIND_FOLDERS, entry.name)) await walkOne(walk, [entry.name]);
    else if (entry.isSymbolicLink() && Object.hasOwn(KIND_FOLDERS, entry.name))
      report(walk, [entry.name], LINKED_FOLDER);
  }
  if (walk.isFull) report(walk, [], `There are more than ${MAX_FILES} files; the others are not read`);
  const found: FoundFile[] = [];
  for (let start = 0; start < walk.candidates.length; start += BATCH) {
    const batch = walk.candidates.slice(start, start + BATCH).map((candidate) => lookAt(walk, candidate));
    found.push(...(await Promise.all(batch)).filter((file) => file !== undefined));
  }
  return { ...chooseFiles(walk, found), folders: walk.folders, problems: walk.problems };
}

/** Pattern of the name under which a replaced file is kept. */
const KEPT_ASIDE = /\.broken-\d{4}-[\dT-]+\.\w+$/;

const LINKED_FOLDER = 'It is a link to a folder, which is not followed';

async function rootEntries(root: string): Promise<Dirent[]> {
  try {
    return await readdir(root, { withFileTypes: true });
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function walkOne(walk: FolderWalk, names: readonly string[]): Promise<void> {
  if (walk.isFull) return;
  if (names.length > MAX_DEPTH) {
    report(walk, names, `It lies more than ${MAX_DEPTH} folders deep, so it is not read`);
    return;
  }
  walk.folders.push(names);
  const entries = await readdir(join(walk.root, ...names), { withFileTypes: true }).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') report(walk, names, `The folder cannot be read: ${systemReason(error)}`);
    return [];
  });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const inner = [...names, entry.name];
    if (entry.isDirectory()) await walkOne(walk, inner);
    else addCandidate(walk, inner);
  }
}

function addCandidate(walk: FolderWalk, names: readonly string[]): void {
  const stem = stemOf(names);
  if (stem === undefined) return;
  if (walk.candidates.length >= MAX_FILES) {
    walk.isFull = true;
    return;
  }
  const key = keyOfNames(stem);
  if (key === undefined) report(walk, names, 'Its name has a % that is not followed by two hexadecimal digits');
  else walk.candidates.push({ names, key });
}

/** The names without the extension; `undefined` for what is no record. */
function stemOf(names: readonly string[]): readonly string[] | undefined {
  const last = names.at(-1) ?? '';
  if (KEPT_ASIDE.test(last)) return undefined;
  const extension = EXTENSIONS.find((one) => last.endsWith(one) && last.length > one.length);
  return extension === undefined ? undefined : [...names.slice(0, -1), last.slice(0, -extension.length)];
}

async function lookAt(
  walk: FolderWalk,
  { names, key }: { readonly names: readonly string[]; readonly key: string },
): Promise<FoundFile | undefined> {
  const path = join(walk.root, ...names);
  try {
    const own = await lstat(path);
    if (!own.isSymbolicLink()) return { key, names, signature: fileSignature(own), isLink: false };
    const target = await realpath(path);
    if (target.startsWith(walk.root + sep))
      return { key, names, signature: fileSignature(await stat(path)), isLink: true };
    report(walk, names, 'It is a link that leads out of the folder, which is not followed');
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') report(walk, names, systemReason(error));
    else if (await lstat(path).catch(() => undefined)) report(walk, names, 'It is a link that leads nowhere');
  }
  return undefined;
}

export function fileSignature({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}

/** Chooses among several files for one key: .json before .yaml before .yml. */
function chooseFiles(walk: FolderWalk, found: readonly FoundFile[]): Pick<FolderContents, 'files' | 'shadowed'> {
  const files = new Map<string, FoundFile>();
  const shadowed: FoundFile[] = [];
  for (const file of found.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const first = files.get(file.key);
    if (first === undefined) {
      files.set(file.key, file);
      continue;
    }
    shadowed.push(file);
    report(walk, file.names, `It is not used, since ${first.names.join('/')} has the same key`, 'warning');
  }
  return { files, shadowed };
}

function rankOf({ names }: FoundFile): number {
  return EXTENSIONS.findIndex((extension) => names.at(-1)?.endsWith(extension));
}

function report(
  walk: FolderWalk,
  names: readonly string[],
  message: string,
  severity: RecordProblem['severity'] = 'error',
): void {
  const kind = KIND_FOLDERS[names[0] ?? ''] ?? 'environ';
  walk.problems.push({
    kind,
    key: keyOfNames(stemOf(names) ?? names) ?? names.join('/'),
    severity,
    message: `${names.join('/')}: ${message}`,
  });
}
