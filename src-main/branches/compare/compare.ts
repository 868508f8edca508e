import type { BranchChange, BranchComparison, ComparedPath, Diff } from '#contract';
import { AppError } from '#core/app-error';
import { mapBounded } from '#core/async/map-bounded';
import { shownBytes } from '#core/files/path-bytes';
import type { BaseFinder } from './base-finder.ts';
import type { BranchFiles } from './branch-files.ts';
import { branchChanges, type PathChange } from './changes-of.ts';
import { type PathSide, sideAt, sideBytes } from './path-side.ts';

/** Comparison of two contents, line by line, as the review of a model's change shows it. */
export type CompareBytes = (
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
) => Promise<
  Pick<Diff, 'original' | 'proposed' | 'lineEnding' | 'noText' | 'hunks'> & { readonly counts?: LineCounts }
>;

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Paths that are listed at most, and those whose lines are counted. */
const MAX_PATHS = 5000;
const MAX_COUNTED = 500;
const MAX_COUNTED_BYTES = 2_000_000;

/** Compares each path in these branches with its initial state, in the order of paths, and counts the changed lines. */
export async function compareBranches(
  branches: readonly BranchFiles[],
  finder: BaseFinder,
  compare: CompareBytes,
): Promise<BranchComparison> {
  const all = await Promise.all(branches.map((branch) => branchChanges(branch, finder)));
  const cells = all.map((changes) => new Map(changes.map((one) => [one.change.path, one])));
  const paths = [...new Set(cells.flatMap((column) => [...column.keys()]))].sort();
  const rows: ComparedPath[] = [];
  for (const [at, path] of paths.slice(0, MAX_PATHS).entries()) {
    const comparer = at < MAX_COUNTED ? compare : undefined;
    rows.push({ path, branches: await mapBounded(cells, 2, (column) => cellOf(column.get(path), comparer)) });
  }
  return { branches: branches.map(({ id }) => id), paths: rows, left: Math.max(0, paths.length - MAX_PATHS) };
}

async function cellOf(one: PathChange | undefined, compare: CompareBytes | undefined): Promise<BranchChange | null> {
  return one ? await withLines(one, compare) : null;
}

async function withLines(
  { change, before, after }: PathChange,
  compare: CompareBytes | undefined,
): Promise<BranchChange> {
  if (!compare || before === 'unknown' || !isShort(before) || !isShort(after)) return change;
  const { counts } = await compare(await sideBytes(before), await sideBytes(after));
  return counts ? { ...change, addedLines: counts.added, removedLines: counts.removed } : change;
}

const isShort = (side: PathSide) => side.kind === 'absent' || (side.kind === 'file' && side.size <= MAX_COUNTED_BYTES);

export interface DiffRequest {
  readonly branch: BranchFiles;
  readonly path: string;
  readonly with: 'workspace' | 'base' | BranchFiles;
}

/** A path of a branch beside another's; the branch's is the proposed side. @throws AppError NOT_FOUND */
export async function branchDiff(request: DiffRequest, finder: BaseFinder, compare: CompareBytes): Promise<Diff> {
  const { branch, path } = request;
  const other = await otherSide(request, finder);
  const after = await sideAt(branch.folder, path);
  if (after.kind === 'absent' && (other === 'unknown' || other.kind === 'absent')) {
    throw new AppError('NOT_FOUND', `There is no ${shownBytes(path)} in the branch`, { where: path });
  }
  const before = other === 'unknown' ? undefined : other;
  const told = await compare(before && (await shownOf(before)), await shownOf(after));
  const { counts: _counts, ...diff } = told;
  const unknown = 'What the branch began with here is not known any more: the workspace was changed since, unrecorded';
  return {
    id: `${branch.id} ${path}`,
    path: `${branch.folder}/${path}`,
    shownPath: shownBytes(path),
    revision: 1,
    ...diff,
    ...(other === 'unknown' && { noText: unknown }),
    warnings: [],
  };
}

async function otherSide(request: DiffRequest, finder: BaseFinder): Promise<PathSide | 'unknown'> {
  const { branch, path, with: other } = request;
  if (other === 'base') return await finder.find(branch, path);
  return await sideAt(other === 'workspace' ? branch.workspace : other.folder, path);
}

/** A link and a folder are shown as what they are, in words. */
async function shownOf(side: PathSide): Promise<Buffer | undefined> {
  if (side.kind === 'symlink') return Buffer.from(`Link to ${shownBytes(side.target)}\n`);
  if (side.kind === 'directory') return Buffer.from('Folder\n');
  return await sideBytes(side);
}
