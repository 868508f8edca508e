import { useCallback, useEffect, useRef, useState } from 'react';
import type { WorkspaceReview } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';

export interface FolderReview {
  readonly review: WorkspaceReview | undefined;
  readonly problem: string | undefined;
  /** The folder is not what is shown any more; what a person reads is not exchanged under their eyes. */
  readonly isStale: boolean;
  /** Shows the folder as it is now. */
  readonly readAgain: () => void;
}

/** Loads what a workspace would run, and whether it is still the same; loads again with each `version`. */
export function useWorkspaceReview(path: string, version: string): FolderReview {
  const api = useApi();
  const { epoch } = useConnection();
  const [review, setReview] = useState<WorkspaceReview | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isStale, setIsStale] = useState(false);
  const shown = useRef<string>(undefined);
  const load = useCallback(
    (takes: (next: WorkspaceReview) => boolean) => {
      const ending = new AbortController();
      api.workspaces.review({ path }, { signal: ending.signal }).then(
        (next) => {
          if (ending.signal.aborted) return;
          setProblem(undefined);
          setIsStale(!takes(next));
          if (!takes(next)) return;
          shown.current = next.hash;
          setReview(next);
        },
        (error: unknown) => ending.signal.aborted || setProblem(errorText(error)),
      );
      return () => ending.abort();
    },
    [api, path],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version or connection is a reason to look again.
  useEffect(() => load(({ hash }) => shown.current === undefined || shown.current === hash), [load, version, epoch]);
  const readAgain = useCallback(() => void load(() => true), [load]);
  return { review, problem, isStale, readAgain };
}
