import { useCallback, useState } from 'react';

interface ToldProblem {
  /** Id of the session; undefined before there was one, and then it is told in the one that came. */
  readonly session: string | undefined;
  readonly text: string;
}

/** Keeps what went wrong in a session, for a view that goes from one to another: what fails late is told where it was begun. */
export function useProblemOf(
  session: string | undefined,
): [problem: string | undefined, set: (text: string | undefined) => void] {
  const [told, setTold] = useState<ToldProblem | undefined>(undefined);
  const set = useCallback(
    (text: string | undefined) => setTold(text === undefined ? undefined : { session, text }),
    [session],
  );
  const isHere = told !== undefined && (told.session === undefined || told.session === session);
  return [isHere ? told.text : undefined, set];
}
