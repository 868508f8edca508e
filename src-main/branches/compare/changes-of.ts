import type { BranchChange } from '#contract';
import { isOfGit, type WalkedTree, walkedEntryAt, walkTree } from '../copy/walk-tree.ts';
import type { BaseFinder } from './base-finder.ts';
import type { BranchFiles } from './branch-files.ts';
import { isSameContent, modeOf, type PathSide, sideAt } from './path-side.ts';

/** A change of one path, with both of its sides. */
export interface PathChange {
  readonly change: BranchChange;
  /** `unknown`: nobody has what the branch began with there any more. */
  readonly before: PathSide | 'unknown';
  readonly after: PathSide;
}

/** Permission bits of folders as they are made where none are given. */
const USUAL_FOLDER = 0o755;

/**
 * Finds the changes since the branch began, by path. A file that was only touched is not a change; a new folder that
 * contains something new is represented by it. The content of `.git` is left out.
 */
export async function branchChanges(
  branch: BranchFiles,
  finder: BaseFinder,
  signal?: AbortSignal,
): Promise<PathChange[]> {
  const found: PathChange[] = [];
  for (const path of await pathsToCompare(branch, signal)) {
    signal?.throwIfAborted();
    const one = await branchChangeAt(branch, finder, path);
    if (one) found.push(one);
  }
  const above = foldersAbove(found);
  const told = found.filter((one) => !isImplied(one, above));
  return told.sort((one, other) => (one.change.path < other.change.path ? -1 : 1));
}

/** The change of one path; `undefined` if it is as the branch began. */
export async function branchChangeAt(
  branch: BranchFiles,
  finder: BaseFinder,
  path: string,
): Promise<PathChange | undefined> {
  if (isOfGit(path)) return undefined;
  const after = sideInCopy(await sideAt(branch.folder, path));
  const found = await finder.find(branch, path);
  const before = found === 'unknown' ? found : sideInCopy(found);
  if (before !== 'unknown' && (await isSameSide(before, after))) return undefined;
  const isWorkspaceChanged = await hasMoved(branch, path);
  const told = {
    path,
    change: wordFor(before, after),
    kind: branchChangeKind(before, after),
    ...modesOf(before, after),
  };
  return { change: { ...told, ...(isWorkspaceChanged && { isWorkspaceChanged }) }, before, after };
}

/** The side as branches have it: pipes, sockets and devices are not copied, and nothing takes them. */
const sideInCopy = (side: PathSide): PathSide => (side.kind === 'other' ? { kind: 'absent' } : side);
const isNothing = (side: PathSide | 'unknown') => side !== 'unknown' && side.kind === 'absent';

function wordFor(before: PathSide | 'unknown', after: PathSide): BranchChange['change'] {
  if (isNothing(before)) return 'added';
  return isNothing(after) ? 'deleted' : 'changed';
}

/** Kind of what exists now, else of what existed before. */
function branchChangeKind(before: PathSide | 'unknown', after: PathSide): BranchChange['kind'] {
  if (after.kind !== 'absent') return after.kind;
  if (before === 'unknown') return 'file';
  return before.kind === 'absent' ? 'other' : before.kind;
}

async function isSameSide(before: PathSide, after: PathSide): Promise<boolean> {
  return modeOf(before) === modeOf(after) && (await isSameContent(before, after));
}

function modesOf(before: PathSide | 'unknown', after: PathSide): Pick<BranchChange, 'modes'> {
  if (before === 'unknown') return {};
  const [was, is] = [modeOf(before), modeOf(after)];
  return was === undefined || is === undefined || was === is ? {} : { modes: { before: was, after: is } };
}

/** Paths at which the system says that something is another than it was. */
export async function pathsToCompare(branch: BranchFiles, signal?: AbortSignal): Promise<Iterable<string>> {
  return candidates(branch, await walkTree(branch.folder, signal));
}

function* candidates({ base }: BranchFiles, now: WalkedTree): Generator<string> {
  for (const [path, { kind, mode, print }] of now) {
    if (isOfGit(path)) continue;
    const was = base.get(path);
    const isKnown = was?.kind === kind && was.copy === print && was.mode === mode;
    if (!isKnown) yield path;
  }
  for (const path of base.keys()) if (!now.has(path) && !isOfGit(path)) yield path;
}

/** Paths of all folders above what was added. */
function foldersAbove(all: readonly PathChange[]): ReadonlySet<string> {
  const above = new Set<string>();
  for (const { change } of all) {
    const { path } = change;
    let at = change.change === 'added' ? path.lastIndexOf('/') : -1;
    // Above one that is known all are.
    for (; at > 0 && !above.has(path.slice(0, at)); at = path.lastIndexOf('/', at - 1)) above.add(path.slice(0, at));
  }
  return above;
}

function isImplied({ change, after }: PathChange, above: ReadonlySet<string>): boolean {
  const isUsualFolder = after.kind === 'directory' && after.mode === USUAL_FOLDER;
  return change.change === 'added' && isUsualFolder && above.has(change.path);
}

/** Whether the workspace's own entry is no longer what the branch began with. */
async function hasMoved({ workspace, base }: BranchFiles, path: string): Promise<boolean> {
  const [was, now] = [base.get(path), await walkedEntryAt(`${workspace}/${path}`)];
  if (!was || !now) return (was === undefined) !== (now === undefined);
  return was.kind !== now.kind || (was.kind === 'directory' ? was.mode !== now.mode : was.source !== now.print);
}
