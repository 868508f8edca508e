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
   */
  async find(branch: BranchFiles, path: string): Promise<PathSide | 'unknown'> {
    const was = branch.base.get(path);
    if (!was) return { kind: 'absent' };
    if (was.kind === 'symlink') return { kind: 'symlink', mode: was.mode, target: was.target ?? '' };
    if (was.kind !== 'file') return { kind: was.kind, mode: was.mode };
    const own = await unchanged(branch.folder, path, was.copy);
    if (own) return sideOfFile(`${branch.folder}/${path}`, own);
    const source = was.source === null ? undefined : await unchanged(branch.workspace, path, was.source);
    if (source) return sideOfFile(`${branch.workspace}/${path}`, source);
    return this.#kept.find(branch, path) ?? (await this.#ofSibling(branch, path, was));
  }

  async #ofSibling(branch: BranchFiles, path: string, { source }: BaseEntry): Promise<PathSide | 'unknown'> {
    if (source === null) return 'unknown';
    for (const other of await this.#siblings(branch)) {
      const its = other.base.get(path);
      if (its?.source !== source) continue;
      const entry = await unchanged(other.folder, path, its.copy);
      if (entry) return sideOfFile(`${other.folder}/${path}`, entry);
    }
    return 'unknown';
  }
}

async function unchanged(root: string, path: string, print: string): Promise<WalkedEntry | undefined> {
  const entry = await walkedEntryAt(`${root}/${path}`);
  return entry?.print === print ? entry : undefined;
}
