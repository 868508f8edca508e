import { useRef, useState } from 'react';
import { errorText } from './error-text.ts';

export interface AsyncAction {
  /** Whether work is under way; it cannot be started twice. */
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly run: (work: () => Promise<unknown>) => void;
  readonly dismiss: () => void;
}

/** Runs a request to the host by a button: one at a time, and a failure is shown. */
export function useAsyncAction(): AsyncAction {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  // The state is as old as the last rendering: a second click in the same frame would see nothing under way.
  const isUnderWay = useRef(false);
  const run = (work: () => Promise<unknown>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setProblem(undefined);
    work()
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => {
        isUnderWay.current = false;
        setIsBusy(false);
      });
  };
  return { isBusy, problem, run, dismiss: () => setProblem(undefined) };
}
