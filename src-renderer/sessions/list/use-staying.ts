import { useCallback, useEffect, useRef } from 'react';
import { useChosenSession } from '../../state/shown-session.ts';

/**
 * Begins something that shows another session at its end. Returns a test of whether the person has stayed: who has gone to
 * another session meanwhile may be typing there. None is `shown` while a new one is on its way; with the component that asks,
 * its session is gone, too.
 */
export function useStaying(shown: string | undefined): () => () => boolean {
  const [, , chosenNow] = useChosenSession();
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
    return () => {
      latest.current = undefined;
    };
  }, [shown]);
  return useCallback(() => {
    const before = chosenNow();
    const wasShown = latest.current !== undefined;
    return () => chosenNow() === before && !(wasShown && latest.current === undefined);
  }, [chosenNow]);
}
