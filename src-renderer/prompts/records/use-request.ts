import { useCallback, useEffect, useRef, useState } from 'react';
import type { Api } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';

export interface RequestState<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
  /** Asks again; resolves when that is answered, well or not. */
  readonly reload: () => Promise<void>;
}

/** Asks the host once, and again with each connection and when `reason` changes. */
export function useRequest<T>(ask: (api: Api) => Promise<T>, reason: string): RequestState<T> {
  const api = useApi();
  const { epoch } = useConnection();
  const [known, setKnown] = useState<{ readonly reason: string; readonly value: T } | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [count, setCount] = useState(0);
  const waiting = useRef<(() => void)[]>([]);
  const settle = useCallback(() => {
    for (const resolve of waiting.current.splice(0)) resolve();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reason says when the question is another.
  useEffect(() => {
    let isOver = false;
    ask(api).then(
      (value) => {
        if (isOver) return;
        setKnown({ reason, value });
        setProblem(undefined);
        settle();
      },
      (error: unknown) => {
        if (isOver) return;
        setProblem(errorText(error));
        settle();
      },
    );
    return () => {
      isOver = true;
    };
  }, [api, epoch, reason, count]);
  // An answer that is shown no more keeps nobody waiting.
  useEffect(() => settle, [settle]);
  return {
    value: known?.value,
    problem,
    reload: useCallback(
      () =>
        new Promise<void>((resolve) => {
          waiting.current.push(resolve);
          setCount((now) => now + 1);
        }),
      [],
    ),
  };
}
