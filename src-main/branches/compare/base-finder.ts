import type { BaseEntry } from '../copy/base.ts';
import { type WalkedEntry, walkedEntryAt } from '../copy/walk-tree.ts';
import type { BranchFiles } from './branch-files.ts';
import type { KeptBases } from './kept-bases.ts';
import { type PathSide, sideOfFile } from './path-side.ts';

/** Looks for what branches began with, of which no copy of its own is kept. */
export class BaseFinder {
  readonly #kept: KeptBases;
  readonly #siblings: (branch: BranchFiles) => Promise<readonly BranchFiles[]>;

  /** @param siblings the other branches of the same set whose files are there */
  constructor(kept: KeptBases, siblings: (branch: BranchFiles) => Promise<readonly BranchFiles[]>) {
    this.#kept = kept;
    this.#siblings = siblings;
  }

  /**
   * Finds the initial content of a branch at a path: its own file while that is unchanged; else the workspace's, while
   * that is as it was then; else what the ledger kept of it before its first recorded change; else a sibling's.
   * `unknown` if none has it any more.
   *
   * @param without a sibling that is passed over
   */
  async find(branch: BranchFiles, path: string, without?: BranchFiles): Promise<PathSide | 'unknown'> {
    const was = branch.base.get(path);
    if (!was) return { kind: 'absent' };
    if (was.kind === 'symlink') return { kind: 'symlink', mode: was.mode, target: was.target ?? '' };
    if (was.kind !== 'file') return { kind: was.kind, mode: was.mode };
    const own = await entryIfUnchanged(branch.folder, path, was.copy);
    if (own) return sideOfFile(`${branch.folder}/${path}`, own);
    const source = was.source === null ? undefined : await entryIfUnchanged(branch.workspace, path, was.source);
    if (source) return sideOfFile(`${branch.workspace}/${path}`, source);
    return this.#kept.find(branch, path) ?? (await this.#ofSibling(branch, path, was, without));
  }

  async #ofSibling(
    branch: BranchFiles,
    path: string,
    was: BaseEntry,
    without: BranchFiles | undefined,
  ): Promise<PathSide | 'unknown'> {
    for (const other of await this.#siblings(branch)) {
      if (other.id === without?.id) continue;
      const entry = await initialIn(other, path, was);
      if (entry) return sideOfFile(`${other.folder}/${path}`, entry);
    }
    return 'unknown';
  }
}

/** The file of a sibling at a path, while both began with the same and it is unchanged there. */
export async function initialIn(other: BranchFiles, path: string, was: BaseEntry): Promise<WalkedEntry | undefined> {
  const its = other.base.get(path);
  if (was.source === null || its?.source !== was.source) return undefined;
  return await entryIfUnchanged(other.folder, path, its.copy);
}

async function entryIfUnchanged(root: string, path: string, print: string): Promise<WalkedEntry | undefined> {
  const entry = await walkedEntryAt(`${root}/${path}`);
  return entry?.print === print ? entry : undefined;
}
