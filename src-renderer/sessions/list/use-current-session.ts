import { useCallback, useEffect } from 'react';
import type { SessionSummary } from '#contract';
import { useAppInfo } from '../../state/app-info.tsx';
import { CONNECT, useNavigation } from '../../state/navigation.tsx';
import { shownSession, useChosenSession } from '../../state/shown-session.ts';
import { useNewSession } from './use-new-session.ts';

export interface CurrentSession {
  /** None while a new one is on its way. */
  readonly current: SessionSummary | undefined;
  readonly choose: (id: string) => void;
  /** Makes a session, which is then shown, and resolves to its id: in this workspace, else in that of the one that is shown. */
  readonly create: (workspace?: string) => Promise<string>;
}

/** The session that is shown: a new one, what navigation asks for, else the one shown last, else the newest conversation of the first workspace. */
export function useCurrentSession(sessions: readonly SessionSummary[]): CurrentSession {
  const { view, target, count } = useNavigation();
  const info = useAppInfo();
  const [chosen, setChosen] = useChosenSession();
  const { isComing, create, lookAway } = useNewSession(sessions, setChosen);
  const wanted = view === 'sessions' && target !== CONNECT ? target : undefined;
  const choose = useCallback(
    (id: string) => {
      lookAway();
      setChosen(id);
    },
    [lookAway, setChosen],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also one for the same session.
  useEffect(() => {
    if (wanted !== undefined) choose(wanted);
  }, [wanted, count, choose]);

  const current = shownSession(sessions, chosen, info);
  const place = current?.workspace;
  const createThere = useCallback((workspace = place) => create(workspace), [create, place]);
  return { current: isComing ? undefined : current, choose, create: createThere };
}
