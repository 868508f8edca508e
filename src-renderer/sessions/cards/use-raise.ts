import { useCallback, useState } from 'react';
import type { LimitRaise } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { limitAmount, limitName } from '../../ui/limit-words.ts';

export type RaiseScope = LimitRaise['scope'];

export interface RaiseChoice extends Readonly<Pick<LimitRaise, 'limit' | 'scope'>> {
  readonly to: number;
}

export interface LimitRaiser {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly raise: (raise: RaiseChoice) => void;
}

/** Gives a call's command, or those after it, more room. */
export function useRaise(session: string, callId: string): LimitRaiser {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const raise = useCallback(
    ({ limit, scope, to }: RaiseChoice) => {
      setBusy(true);
      setProblem(undefined);
      api.sessions
        .raiseLimit({ session, callId, limit, scope, to })
        .then(
          (raised) => announce(`${limitName(limit)} raised to ${limitAmount(limit, raised.to)}`),
          (error: unknown) => setProblem(failureText('Not raised', error)),
        )
        .finally(() => setBusy(false));
    },
    [api, session, callId],
  );
  return { isBusy, problem, raise };
}
