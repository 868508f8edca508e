import { useCallback, useEffect, useState } from 'react';
import type { SessionSummary } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';

/** How long a deletion offers to be taken back in place; the session's record stays in the trash folder after that. */
const UNDO_MS = 15_000;

/** Removing a session, with the latest removal to be taken back. */
export function useRemoveSession() {
  const api = useApi();
  const [removed, setRemoved] = useState<SessionSummary | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  useEffect(() => {
    if (removed === undefined) return;
    const timer = setTimeout(() => setRemoved(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);

  const remove = useCallback(
    (session: SessionSummary) => {
      setProblem(undefined);
      api.sessions.remove({ session: session.id }).then(
        () => setRemoved(session),
        (error: unknown) => setProblem(`“${session.title}” was not deleted: ${errorText(error)}`),
      );
    },
    [api],
  );

  const restore = useCallback(() => {
    if (removed === undefined) return;
    api.sessions.restore({ session: removed.id }).then(
      () => setRemoved(undefined),
      (error: unknown) => setProblem(`“${removed.title}” did not come back: ${errorText(error)}`),
    );
  }, [api, removed]);

  return { remove, removed, restore, problem };
}
