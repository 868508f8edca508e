import { useCallback, useState } from 'react';
import { failureText } from '../../state/error-text.ts';

/** Place of what is asked: a session, which may only have been made for it. */
export interface AttemptPlace {
  session: string | undefined;
}

/** Asks things of sessions; what went wrong in one is said while that one is looked at. */
export function useAttempt(session: string | undefined) {
  const [failure, setFailure] = useState<{ readonly place: AttemptPlace; readonly text: string } | undefined>();
  const dismiss = useCallback(() => setFailure(undefined), []);
  const attempt = useCallback(
    async <T>(what: string, act: (place: AttemptPlace) => Promise<T>): Promise<T | undefined> => {
      const place = { session };
      setFailure(undefined);
      try {
        return await act(place);
      } catch (error) {
        setFailure({ place, text: failureText(what, error) });
        return undefined;
      }
    },
    [session],
  );
  return { attempt, dismiss, problem: failure?.place.session === session ? failure?.text : undefined };
}
