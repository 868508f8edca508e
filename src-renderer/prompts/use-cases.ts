import { useCallback, useEffect, useState } from 'react';
import type { CaseResult, PromptCase, PromptRecord } from '#contract';
import { useApi, useConnection } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';

/** Pause in typing after which the cases are run anew. */
const AFTER_MS = 400;

export interface Cases {
  readonly cases: readonly PromptCase[];
  /** By id; of what is written now, or a moment ago. */
  readonly results: ReadonlyMap<string, CaseResult>;
  readonly isRunning: boolean;
  readonly problem: string | undefined;
  readonly save: (name: string, args: string) => Promise<boolean>;
  readonly accept: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly run: () => void;
}

/** The cases of a prompt, run again whenever it is edited. */
export function useCases(id: string, record: PromptRecord | undefined, isVisible: boolean): Cases {
  const api = useApi();
  const { epoch } = useConnection();
  const [cases, setCases] = useState<readonly PromptCase[]>([]);
  const [results, setResults] = useState<ReadonlyMap<string, CaseResult>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [count, setCount] = useState(0);
  const fail = useCallback((error: unknown) => setProblem(errorText(error)), []);

  const reload = useCallback(async () => {
    setCases(await api.prompts.cases({ id }));
    setCount((now) => now + 1);
  }, [api, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection is a reason to ask again.
  useEffect(() => void reload().catch(fail), [reload, fail, epoch]);

  const hasCases = cases.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list, or a wish, is a reason to run them.
  useEffect(() => {
    if (!hasCases || record === undefined || !isVisible) return;
    const ending = new AbortController();
    const put = (work: () => void) => ending.signal.aborted || work();
    const run = () => {
      setIsRunning(true);
      api.prompts
        .runCases({ id, draft: record }, { signal: ending.signal })
        .then(
          (all) =>
            put(() => {
              setResults(new Map(all.map((one) => [one.id, one])));
              setProblem(undefined);
            }),
          (error: unknown) => put(() => fail(error)),
        )
        .finally(() => put(() => setIsRunning(false)));
    };
    const timer = setTimeout(run, AFTER_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [api, id, record, hasCases, count, isVisible, fail]);

  const doing = async (work: Promise<unknown>) => {
    try {
      await work;
      await reload();
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };
  const draft = record === undefined ? {} : { draft: record };
  return {
    cases,
    results,
    isRunning,
    problem,
    save: (name, args) => doing(api.prompts.saveCase({ id, name, args, ...draft })),
    accept: (one) => void doing(api.prompts.acceptCase({ id, case: one, ...draft })),
    remove: (one) => void doing(api.prompts.removeCase({ id, case: one })),
    run: () => setCount((now) => now + 1),
  };
}
