import { useEffect, useState } from 'react';
import type { Proposal } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';

export type Proposals =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly proposals: readonly Proposal[] }
  | { readonly status: 'failed'; readonly problem: string };

/** The rules that would cover a question, once each. */
export function useProposals(question: string): Proposals {
  const api = useApi();
  const [proposals, setProposals] = useState<Proposals>({ status: 'loading' });
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    api.rules.propose({ question }, { signal }).then(
      (found) => !signal.aborted && setProposals({ status: 'ready', proposals: found }),
      (error: unknown) =>
        !signal.aborted && setProposals({ status: 'failed', problem: `No rule was found: ${errorText(error)}` }),
    );
    return () => ending.abort();
  }, [api, question]);
  return proposals;
}
