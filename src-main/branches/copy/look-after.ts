import { unlink } from 'node:fs/promises';
import { pathToBytes, shownBytes } from '#core/files/path-bytes';
import { baseOf, writeBase } from './base.ts';
import type { CopyFindings, MadeCopy } from './look-messages.ts';
import { lookWords, MAX_TOLD } from './look-words.ts';
import { isOfGit, repositoriesIn, type WalkedTree, walkTree } from './walk-tree.ts';

/**
 * Looks at a workspace once more after it was copied, and at the copy; takes out of it what no branch has, and writes down what it
 * began with.
 *
 * @param before the workspace as it was before it was copied
 * @throws file system errors
 */
export async function lookAfterCopy(before: WalkedTree, copy: MadeCopy): Promise<CopyFindings> {
  const { workspace, folder, baseFile, problem } = copy;
  const after = await walkTree(workspace);
  const first = await walkTree(folder);
  const special = await withoutSpecial(folder, first);
  const changed = differing(before, after);
  const base = baseOf(before, withoutKind(first, 'other'), changed);
  await writeBase(baseFile, base);
  const changedWork = [...changed].filter((path) => !isOfGit(path));
  return {
    entries: base.size,
    changedWhileCopied: changedWork.slice(0, MAX_TOLD).map(shownBytes),
    missing: [...special, ...missingIn(first, before, after, problem)].slice(0, MAX_TOLD),
    leadingBack: leadingBack(first, workspace).slice(0, MAX_TOLD),
    repositories: repositoriesIn(first.keys()),
  };
}

/** Paths that were not the same, or not there, at both looks. */
function differing(before: WalkedTree, after: WalkedTree): Set<string> {
  const changed = new Set<string>();
  for (const [path, { print }] of before) if (after.get(path)?.print !== print) changed.add(path);
  for (const path of after.keys()) if (!before.has(path)) changed.add(path);
  return changed;
}

/** Pipes, sockets and devices are doors to programs of the original: a branch has none. */
async function withoutSpecial(folder: string, tree: WalkedTree): Promise<string[]> {
  const remarks: string[] = [];
  for (const [path, { kind }] of tree) {
    if (kind !== 'other') continue;
    await unlink(pathToBytes(`${folder}/${path}`)).catch(() => {});
    remarks.push(lookWords.special(path));
  }
  return remarks;
}

function missingIn(copy: WalkedTree, before: WalkedTree, after: WalkedTree, problem: string | undefined): string[] {
  if (problem === undefined) return [];
  const missing = [...before.keys()].filter((path) => after.has(path) && !copy.has(path));
  if (missing.length === 0) return [`Not everything could be copied: ${problem}`];
  return missing.slice(0, MAX_TOLD).map((path) => lookWords.notCopied(path, 'it may not be readable'));
}

/** Lists links that lead back: writing there would change the workspace itself, which the box does not allow. */
function leadingBack(tree: WalkedTree, workspace: string): string[] {
  const links = [...tree].filter(([, { target }]) => target === workspace || target?.startsWith(`${workspace}/`));
  return links.map(([path]) => lookWords.leadingBack(path, workspace));
}

function withoutKind(tree: WalkedTree, kind: 'other'): WalkedTree {
  return new Map([...tree].filter(([, entry]) => entry.kind !== kind));
}
