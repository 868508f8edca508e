import { useCallback, useEffect } from 'react';
import type { SessionSummary } from '#contract';
import { useLayout } from '../../state/layout.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { newestConversation } from '../../state/newest-conversation.ts';
import { useNewSession } from './use-new-session.ts';

export interface CurrentSession {
  /** None while a new one is on its way. */
  readonly current: SessionSummary | undefined;
  readonly choose: (id: string) => void;
  /** Makes a session, which is then shown, and resolves to its id. */
  readonly create: () => Promise<string>;
}

/** The session that is shown: a new one, what navigation asks for, else the one shown last, else the newest conversation. */
export function useCurrentSession(sessions: readonly SessionSummary[]): CurrentSession {
  const { view, target, count } = useNavigation();
  const [chosen, setChosen] = useLayout<string | undefined>('sessions.current', undefined);
  const { isComing, create, lookAway } = useNewSession(sessions, setChosen);
  const wanted = view === 'sessions' ? target : undefined;
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

  const current = sessions.find((session) => session.id === chosen) ?? newestConversation(sessions);
  return { current: isComing ? undefined : current, choose, create };
}
