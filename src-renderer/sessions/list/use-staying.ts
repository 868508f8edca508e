import { useCallback } from 'react';
import { useChosenSession } from '../../state/shown-session.ts';

/**
 * Begins something that shows another session at its end. Returns a test of whether the person has stayed: who has gone to
 * another session meanwhile may be typing there.
 */
export function useStaying(): () => () => boolean {
  const [, , chosenNow] = useChosenSession();
  return useCallback(() => {
    const before = chosenNow();
    return () => chosenNow() === before;
  }, [chosenNow]);
}
