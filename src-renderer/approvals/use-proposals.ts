import { useEffect, useState } from 'react';
import type { RuleProposal } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';

export type RuleProposals =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly proposals: readonly RuleProposal[] }
  | { readonly status: 'failed'; readonly problem: string };

/** The rules that would cover a question, once each. */
export function useProposals(question: string): RuleProposals {
  const api = useApi();
  const [proposals, setProposals] = useState<RuleProposals>({ status: 'loading' });
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
