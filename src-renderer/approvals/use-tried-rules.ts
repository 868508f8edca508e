import { useEffect, useState } from 'react';
import type { RuleSubject, TriedRules } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';

/** Rules that are being typed are tried when nothing was typed for this long, in milliseconds. */
export const PAUSE_MS = 400;

export type RuleTrial =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly rules: TriedRules }
  | { readonly status: 'failed'; readonly problem: string };

interface KeyedTrial {
  readonly key: string;
  readonly tried: RuleTrial;
}

/** Tries edited rules together on past calls, and on the question. */
export function useTriedRules(question: string, subjects: readonly RuleSubject[] | undefined): RuleTrial | undefined {
  const api = useApi();
  const key = subjects === undefined || subjects.length === 0 ? undefined : JSON.stringify(subjects);
  const [answer, setAnswer] = useState<KeyedTrial | undefined>(undefined);
  useEffect(() => {
    if (key === undefined) return;
    const ending = new AbortController();
    const { signal } = ending;
    const [subject, ...beside] = JSON.parse(key) as [RuleSubject, ...RuleSubject[]];
    const told = (tried: RuleTrial) => !signal.aborted && setAnswer({ key, tried });
    const timer = setTimeout(() => {
      api.rules.rehearse({ subject, beside, question }, { signal }).then(
        (rules) => told({ status: 'ready', rules }),
        (error: unknown) => told({ status: 'failed', problem: `It could not be rehearsed: ${errorText(error)}` }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [api, question, key]);
  if (key === undefined) return undefined;
  return answer?.key === key ? answer.tried : { status: 'loading' };
}
