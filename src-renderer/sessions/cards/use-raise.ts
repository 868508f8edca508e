import { useCallback, useState } from 'react';
import type { LimitName } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { amount, limitName } from '../../ui/limit-words.ts';

export type RaiseScope = 'once' | 'session';

export interface Raise {
  readonly limit: LimitName;
  readonly scope: RaiseScope;
  readonly to: number;
}

export interface Raising {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly raise: (raise: Raise) => void;
}

/** Gives a call's command, or those after it, more room. */
export function useRaise(session: string, callId: string): Raising {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const raise = useCallback(
    ({ limit, scope, to }: Raise) => {
      setBusy(true);
      setProblem(undefined);
      api.sessions
        .raiseLimit({ session, callId, limit, scope, to })
        .then(
          (raised) => announce(`${limitName(limit)} raised to ${amount(limit, raised.to)}`),
          (error: unknown) => setProblem(`Not raised: ${errorText(error)}`),
        )
        .finally(() => setBusy(false));
    },
    [api, session, callId],
  );
  return { isBusy, problem, raise };
}
