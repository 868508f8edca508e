import { useCallback, useEffect, useRef, useState } from 'react';
import type { SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';

export interface SessionStarter {
  /** Whether a new session has been requested and cannot be shown yet: what is written in between belongs to it. */
  readonly isComing: boolean;
  /** Resolves to its id. While one is being made, whoever asks gets the same. */
  readonly create: (workspace: string | undefined) => Promise<string>;
  /** Another session is to be shown; the new one comes all the same. */
  readonly lookAway: () => void;
}

export function useNewSession(sessions: readonly SessionSummary[], choose: (id: string) => void): SessionStarter {
  const api = useApi();
  const making = useRef<Promise<string> | undefined>(undefined);
  const isAwaited = useRef(false);
  const [coming, setComing] = useState<'being-made' | { readonly id: string } | undefined>(undefined);
  const isListed = typeof coming === 'object' && sessions.some(({ id }) => id === coming.id);

  const lookAway = useCallback(() => {
    isAwaited.current = false;
    setComing(undefined);
  }, []);
  useEffect(() => {
    if (isListed) lookAway();
  }, [isListed, lookAway]);

  const make = useCallback(
    async (workspace: string | undefined) => {
      isAwaited.current = true;
      setComing('being-made');
      try {
        const { id } = await api.sessions.create({ ...(workspace !== undefined && { workspace }) });
        if (isAwaited.current) {
          setComing({ id });
          choose(id);
        }
        return id;
      } catch (error) {
        lookAway();
        throw error;
      } finally {
        making.current = undefined;
      }
    },
    [api, choose, lookAway],
  );
  const create = useCallback(
    (workspace: string | undefined) => {
      making.current ??= make(workspace);
      return making.current;
    },
    [make],
  );

  return { isComing: coming !== undefined && !isListed, create, lookAway };
}
