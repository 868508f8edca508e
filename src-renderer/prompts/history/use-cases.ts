import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CaseResult, PromptCase, PromptRecord, UnreadableCase } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useLatestRequest } from '../../state/use-latest-request.ts';

/** Pause in typing after which the cases are run again. */
const AFTER_MS = 400;

export interface Cases {
  readonly cases: readonly PromptCase[];
  readonly unreadable: readonly UnreadableCase[];
  /** File in which all of them stand. */
  readonly path: string;
  /** Results by case id, for the current or a very recent text. */
  readonly results: ReadonlyMap<string, CaseResult>;
  readonly isRunning: boolean;
  /** Whether the results are of the text as it is now, so that what they show is what would be accepted. */
  readonly isCurrent: boolean;
  readonly problem: string | undefined;
  readonly save: (name: string, args: string) => Promise<boolean>;
  readonly accept: (id: string) => void;
  /** Adds the present values of variables that the template reads and the case has not. */
  readonly complete: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly run: () => void;
}

type StoredCases = Pick<Cases, 'cases' | 'unreadable' | 'path'>;
const NONE: StoredCases = { cases: [], unreadable: [], path: '' };

interface CaseRun {
  /** Record that was run. */
  readonly of: PromptRecord | undefined;
  readonly results: ReadonlyMap<string, CaseResult>;
}

const NOT_RUN: CaseRun = { of: undefined, results: new Map() };

/** The cases of a prompt, run again whenever it is edited. */
export function useCases(id: string, record: PromptRecord | undefined, isVisible: boolean): Cases {
  const api = useApi();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  // Apart from the other: a run that succeeds says nothing of a list or a change that failed.
  const [runProblem, setRunProblem] = useState<string | undefined>(undefined);
  const { kept, count, again, reload } = useList(id, setProblem);
  const { cases } = kept;
  const [{ of, results }, setResults] = useState(NOT_RUN);
  const [isRunning, setIsRunning] = useState(false);
  const hasCases = cases.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list, or a request, is a reason to run them.
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
              setResults({ of: record, results: new Map(all.map((one) => [one.id, one])) });
              setRunProblem(undefined);
            }),
          (error: unknown) => put(() => setRunProblem(errorText(error))),
        )
        .finally(() => put(() => setIsRunning(false)));
    };
    const timer = setTimeout(run, AFTER_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [api, id, record, hasCases, count, isVisible]);

  const doing = async (work: Promise<unknown>) => {
    try {
      await work;
      await reload();
      return true;
    } catch (error) {
      setProblem(errorText(error));
      return false;
    }
  };
  const draft = record === undefined ? {} : { draft: record };
  // A case that is gone has no result any more.
  const present = useMemo(
    () => new Map([...results].filter(([one]) => cases.some((it) => it.id === one))),
    [results, cases],
  );
  return {
    ...kept,
    results: present,
    isRunning,
    isCurrent: of === record,
    problem: problem ?? (hasCases ? runProblem : undefined),
    save: (name, args) => doing(api.prompts.saveCase({ id, name, args, ...draft })),
    accept: (one) => void doing(api.prompts.acceptCase({ id, case: one, ...draft })),
    complete: (one) => void doing(api.prompts.completeCase({ id, case: one, ...draft })),
    remove: (one) => void doing(api.prompts.removeCase({ id, case: one })),
    run: again,
  };
}

/** The list as the host has it; `count` grows with each reason to run the cases again. */
function useList(id: string, onProblem: (problem: string | undefined) => void) {
  const api = useApi();
  const { epoch } = useConnection();
  const [kept, setKept] = useState<StoredCases>(NONE);
  const [count, setCount] = useState(0);
  const again = useCallback(() => setCount((now) => now + 1), []);
  const latest = useLatestRequest();
  const reload = useCallback(async () => {
    const isLatest = latest.begin();
    try {
      const listed = await api.prompts.cases({ id });
      if (!isLatest()) return;
      setKept(listed);
      onProblem(undefined);
      again();
    } catch (error) {
      if (!isLatest()) return;
      // What cannot be read is not shown as it was before.
      setKept(NONE);
      onProblem(errorText(error));
    }
  }, [api, id, again, latest, onProblem]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection is a reason to ask again.
  useEffect(() => void reload(), [reload, epoch]);
  return { kept, count, again, reload };
}
