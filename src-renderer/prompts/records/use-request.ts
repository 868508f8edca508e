import { useCallback, useEffect, useState } from 'react';
import type { Api } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';

export interface RequestState<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

/** Asks the host once, and again with each connection and when `reason` changes. */
export function useRequest<T>(ask: (api: Api) => Promise<T>, reason: string): RequestState<T> {
  const api = useApi();
  const { epoch } = useConnection();
  const [known, setKnown] = useState<{ readonly reason: string; readonly value: T } | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reason says when the question is another.
  useEffect(() => {
    let isOver = false;
    ask(api).then(
      (value) => {
        if (isOver) return;
        setKnown({ reason, value });
        setProblem(undefined);
      },
      (error: unknown) => isOver || setProblem(errorText(error)),
    );
    return () => {
      isOver = true;
    };
  }, [api, epoch, reason, count]);
  return {
    value: known?.value,
    problem,
    reload: useCallback(() => setCount((now) => now + 1), []),
  };
}
