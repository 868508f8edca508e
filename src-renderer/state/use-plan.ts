import { useEffect, useState } from 'react';
import type { Api } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from './error-text.ts';

/** Plan, or why there is none. */
export interface PlanState<T> {
  readonly plan: T | undefined;
  readonly problem: string | undefined;
}

/** Asks once what would be done with one thing, such as a folder; `ask` is that of the first time. */
export function usePlan<T>(about: string, ask: (api: Api, signal: AbortSignal) => Promise<T>): PlanState<T> {
  const api = useApi();
  const [state, setState] = useState<PlanState<T>>({ plan: undefined, problem: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a thing has one question.
  useEffect(() => {
    const leaving = new AbortController();
    ask(api, leaving.signal).then(
      (plan) => leaving.signal.aborted || setState({ plan, problem: undefined }),
      (error: unknown) => leaving.signal.aborted || setState({ plan: undefined, problem: errorText(error) }),
    );
    return () => leaving.abort();
  }, [api, about]);
  return state;
}
