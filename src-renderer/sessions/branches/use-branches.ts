import { useMemo } from 'react';
import type { Branch, SessionSummary } from '#contract';
import { branchName } from '#contract/branch-words';
import { useBranches } from '../../state/sessions.tsx';

const NONE: readonly Branch[] = [];

/** Workspace that a branch is a copy of, and the name of its worker, by the branch's folder. */
export type BranchPlaces = Readonly<Record<string, { readonly workspace: string; readonly name: string }>>;

/** Follows the places of branches. Their counts change all the time while they work; this hardly ever does. */
export function useBranchPlaces(): BranchPlaces {
  const live = useBranches();
  const known = live.status === 'ready' ? live.value : NONE;
  const places = known.map((branch) => [branch.folder, { workspace: branch.workspace, name: branchName(branch) }]);
  const text = JSON.stringify(Object.fromEntries(places));
  return useMemo(() => JSON.parse(text) as BranchPlaces, [text]);
}

export interface FolderBranches {
  /** The branch that the session works in. */
  readonly own: Branch | undefined;
  /** The branches of the session's workspace, or of the one that its branch is of. */
  readonly all: readonly Branch[];
}

/** Finds the relation of branches to a session. */
export function useBranchesHere(session: SessionSummary | undefined): FolderBranches {
  const live = useBranches();
  const known = live.status === 'ready' ? live.value : NONE;
  const workspace = session?.workspace;
  return useMemo(() => {
    const own = known.find(({ folder }) => folder === workspace);
    const of = own?.workspace ?? workspace;
    return { own, all: known.filter((branch) => branch.workspace === of) };
  }, [known, workspace]);
}
