import { useCallback } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { LoadedDiff } from '../../ui/loaded-diff.tsx';

export interface BranchDiffProps {
  readonly branch: string;
  readonly path: string;
}

/** Diff of what a path of a branch would change in the folder as it is now. */
export function BranchDiff({ branch, path }: BranchDiffProps) {
  const api = useApi();
  const load = useCallback(
    (signal: AbortSignal) => api.branches.diff({ branch, path, with: 'workspace' }, { signal }),
    [api, branch, path],
  );
  return <LoadedDiff load={load} same={() => 'The folder has the same text there.'} />;
}
