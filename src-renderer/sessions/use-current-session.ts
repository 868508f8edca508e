import { useCallback, useEffect } from 'react';
import type { SessionSummary } from '#contract';
import { useLayout } from '../state/layout.tsx';
import { useNavigation } from '../state/navigation.tsx';

/** The session that is shown: what navigation asks for, else the one shown last, else the newest. */
export function useCurrentSession(sessions: readonly SessionSummary[]): {
  readonly current: SessionSummary | undefined;
  readonly choose: (id: string) => void;
} {
  const { view, target } = useNavigation();
  const [chosen, setChosen] = useLayout<string | undefined>('sessions.current', undefined);
  const wanted = view === 'sessions' ? target : undefined;

  useEffect(() => {
    if (wanted !== undefined) setChosen(wanted);
  }, [wanted, setChosen]);

  const current = sessions.find((session) => session.id === chosen) ?? sessions[0];
  return { current, choose: useCallback((id: string) => setChosen(id), [setChosen]) };
}
