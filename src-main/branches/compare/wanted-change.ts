import { AppError } from '#core/app-error';
import { shownBytes } from '#core/files/path-bytes';
import type { BaseFinder } from './base-finder.ts';
import type { BranchFiles } from './branch-files.ts';
import { branchChangeAt } from './changes-of.ts';
import type { PathSide } from './path-side.ts';

/** Wanted state of a path of a workspace, as a branch has it. */
export interface WantedChange {
  /** Absolute path in the workspace, and in the branch. */
  readonly path: string;
  readonly from: string;
  readonly change: 'added' | 'changed' | 'deleted';
  /** Initial state of the branch; `unknown` if nothing has it any more. */
  readonly before: PathSide | 'unknown';
  readonly after: PathSide;
}

/** @throws AppError NOT_FOUND if the branch has changed nothing there */
export async function wantedAt(branch: BranchFiles, finder: BaseFinder, path: string): Promise<WantedChange> {
  const found = await branchChangeAt(branch, finder, path);
  if (!found) throw new AppError('NOT_FOUND', `The branch has not changed ${shownBytes(path)}`, { where: path });
  const { change, before, after } = found;
  return {
    path: `${branch.workspace}/${path}`,
    from: `${branch.folder}/${path}`,
    change: change.change,
    before,
    after,
  };
}
