import { useCallback, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import type { CloseWarning } from './close-dialog.tsx';

export interface ClosingHandle {
  readonly closing: CloseWarning | undefined;
  /** Closes at once what is idle, and asks about what is not. */
  readonly close: (terminals: readonly string[]) => void;
  readonly answer: (isAccepted: boolean) => void;
}

export function useClosing(attempt: (work: () => Promise<unknown>) => Promise<void>): ClosingHandle {
  const api = useApi();
  const [closing, setClosing] = useState<CloseWarning | undefined>(undefined);
  const closeAll = useCallback(
    (terminals: readonly string[]) =>
      void attempt(() => Promise.all(terminals.map((id) => api.terminals.close({ id })))),
    [api, attempt],
  );
  const close = useCallback(
    (terminals: readonly string[]) =>
      void attempt(async () => {
        const found = await Promise.all(terminals.map((id) => api.terminals.job({ id })));
        const jobs = found.flatMap(({ name }) => name ?? []);
        if (jobs.length === 0) closeAll(terminals);
        else setClosing({ terminals, jobs });
      }),
    [api, attempt, closeAll],
  );
  const answer = useCallback(
    (isAccepted: boolean) => {
      if (isAccepted && closing) closeAll(closing.terminals);
      setClosing(undefined);
    },
    [closing, closeAll],
  );
  return { closing, close, answer };
}
