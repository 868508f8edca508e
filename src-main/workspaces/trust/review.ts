import { lstat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createPatch, OMIT_HEADERS } from 'diff';
import type { ChangedFile, ReviewedFile, WorkspaceReview } from '#contract';
import { hiddenCharactersIn } from '#contract/hidden-characters';
import { mapBounded } from '#core/async/map-bounded';
import type { Layout } from '../layout/layout.ts';
import { readFileText } from '../layout/read-file.ts';
import { changedFiles } from './compare.ts';
import type { FolderHash } from './folder-hash.ts';
import { importsIn, usesNetwork } from './scan-imports.ts';
import type { TrustRecord, TrustStore } from './trust-store.ts';
import { mayRun } from './what-is-bound.ts';

/** Most files that are listed; all are bound. */
const MAX_LISTED = 400;
const MAX_TEXT = 1_000_000;
const FIRST_LINES = 12;
const MAX_FIRST = 2000;

const LANGUAGES: Readonly<Record<string, string>> = {
  '.py': 'Python',
  '.js': 'JavaScript',
  '.mjs': 'JavaScript',
  '.cjs': 'JavaScript',
  '.ts': 'TypeScript',
  '.mts': 'TypeScript',
  '.sh': 'shell script',
  '.bash': 'shell script',
  '.so': 'compiled code',
  '.node': 'compiled code',
};
const ORDER: readonly ReviewedFile['role'][] = [
  'system',
  'tool',
  'module',
  'program',
  'requirements',
  'interpreter',
  'instructions',
  'skill',
  'schedule',
  'other',
];

export interface ReviewOptions {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  readonly layout: Layout;
  readonly now: FolderHash;
  readonly trusted: TrustRecord | undefined;
  readonly store: Pick<TrustStore, 'textOf'>;
}

/** Reviews what a folder would run and say to models once it is trusted; nothing of it is run. */
export async function reviewWorkspace({ path, layout, now, trusted, store }: ReviewOptions): Promise<WorkspaceReview> {
  const names = [...reviewEntries(layout, now)];
  const listed = names
    .toSorted((one, other) => ORDER.indexOf(one.role) - ORDER.indexOf(other.role))
    .slice(0, MAX_LISTED);
  const files = await mapBounded(listed, 16, (one) => reviewFile(path, one));
  const changes = trusted ? changedFiles(trusted, now) : [];
  return {
    path,
    hash: now.hash,
    isTrusted: trusted !== undefined && changes.length === 0,
    hasNetwork: trusted?.hasNetwork ?? false,
    files,
    unlisted: names.length - listed.length,
    changes: await mapBounded(changes, 8, (one) => withDiff(path, one, trusted, store)),
    wantsNetwork: files.some(({ imports }) => imports.some(usesNetwork)),
    languages: [
      ...new Set(files.flatMap(({ language, role }) => (language !== undefined && role !== 'skill' ? [language] : []))),
    ].sort(),
    ...(now.problem !== undefined && { problem: now.problem }),
  };
}

interface ReviewEntry {
  readonly file: string;
  readonly role: ReviewedFile['role'];
  readonly sha256: string;
}

/** Skills are told to models, though trust does not bind them. */
function* reviewEntries(
  { tools, systemFile, skills }: Layout,
  { files, executable }: FolderHash,
): Generator<ReviewEntry> {
  const own = new Set(tools.map(({ file }) => file));
  for (const [file, sha256] of files) {
    const role = file === systemFile?.file ? 'system' : own.has(file) ? 'tool' : roleOf(file, executable.has(file));
    yield { file, role, sha256 };
  }
  for (const { file } of skills) yield { file, role: 'skill', sha256: '' };
}

function roleOf(file: string, isExecutable: boolean): ReviewedFile['role'] {
  if (file.startsWith('.venv/')) return 'interpreter';
  if (file === 'requirements.txt') return 'requirements';
  if (file === 'AGENTS.md') return 'instructions';
  if (file.startsWith('schedules/')) return 'schedule';
  if (isExecutable && !file.startsWith('tools/')) return 'program';
  return mayRun(file, isExecutable) ? 'module' : 'other';
}

async function reviewFile(folder: string, { file, role, sha256 }: ReviewEntry): Promise<ReviewedFile> {
  const size = (await lstat(join(folder, file)).catch(() => undefined))?.size ?? 0;
  const language = LANGUAGES[extname(file).toLowerCase()];
  const text = await textAt(folder, file);
  const about = { file, role, size, sha256, ...(language !== undefined && { language }) };
  if (text === undefined) return { ...about, imports: [], hidden: [] };
  const hidden = [...new Set([...hiddenCharactersIn(text)].map(({ code, name }) => `${code} ${name}`))];
  const firstLines = text.split('\n', FIRST_LINES).join('\n').slice(0, MAX_FIRST);
  return { ...about, imports: language === undefined ? [] : importsIn(file, text), firstLines, hidden };
}

async function withDiff(
  folder: string,
  { file, change }: ChangedFile,
  trusted: TrustRecord | undefined,
  store: Pick<TrustStore, 'textOf'>,
): Promise<ChangedFile> {
  const oldHash = trusted?.files.get(file);
  const before = oldHash === undefined ? '' : await store.textOf(oldHash);
  const after = change === 'removed' ? '' : await textAt(folder, file);
  if (before === undefined || after === undefined || before.length + after.length > MAX_TEXT) return { file, change };
  const options = { timeout: 1000, headerOptions: OMIT_HEADERS };
  const diff = createPatch(file, before, after, undefined, undefined, options);
  return { file, change, ...(diff !== undefined && { diff }) };
}

/** Reads a file of the folder as text: reading a link to a pipe or a device would never end. */
async function textAt(folder: string, file: string): Promise<string | undefined> {
  const read = await readFileText(folder, file, MAX_TEXT);
  return read && 'text' in read ? read.text : undefined;
}
