import { useCallback, useEffect, useState } from 'react';
import type { DeletedSession, SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { useLive } from '../../state/use-live.ts';
import { useStaying } from './use-staying.ts';

type SessionTitle = Pick<DeletedSession, 'id' | 'title'>;

export interface RemovedSessions {
  /** Contents of the trash, the newest deletion first. */
  readonly deleted: readonly DeletedSession[];
  /** The one just deleted, for a moment. */
  readonly latest: SessionTitle | undefined;
  readonly problem: string | undefined;
  readonly remove: (session: SessionSummary, onRemoved: () => void) => void;
  readonly restore: (session: SessionTitle) => void;
  /** Out of the trash, for good. */
  readonly erase: (session: SessionTitle) => void;
}

/** Time for which a deletion is mentioned, in milliseconds; it can be undone after that, too. */
const SHOWN_MS = 15_000;

const none: readonly DeletedSession[] = [];

/** Removing sessions, with a way back for each as long as the trash has it. */
export function useRemoveSession(onRestored: (id: string) => void, current: string | undefined): RemovedSessions {
  const api = useApi();
  const trash = useLive((host, signal) => host.sessions.deleted(undefined, { signal }), []);
  const [latest, setLatest] = useState<SessionTitle | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const stay = useStaying(current);

  useEffect(() => {
    if (latest === undefined) return;
    const timer = setTimeout(() => setLatest(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [latest]);

  const attempt = useCallback((work: Promise<void>, what: string, onDone: () => void) => {
    setProblem(undefined);
    work.then(onDone, (error: unknown) => setProblem(failureText(what, error)));
  }, []);
  const remove = useCallback(
    ({ id, title }: SessionSummary, onRemoved: () => void) =>
      attempt(api.sessions.remove({ session: id }), `“${title}” was not deleted`, () => {
        setLatest({ id, title });
        onRemoved();
      }),
    [api, attempt],
  );
  const restore = useCallback(
    ({ id, title }: SessionTitle) => {
      const stays = stay();
      attempt(api.sessions.restore({ session: id }), `“${title}” did not come back`, () => {
        setLatest(undefined);
        if (stays()) onRestored(id);
      });
    },
    [api, attempt, onRestored, stay],
  );
  const erase = useCallback(
    ({ id, title }: SessionTitle) =>
      attempt(api.sessions.erase({ session: id }), `“${title}” was not deleted for good`, () => setLatest(undefined)),
    [api, attempt],
  );

  return { deleted: trash.status === 'ready' ? trash.value : none, latest, problem, remove, restore, erase };
}
