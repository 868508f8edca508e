import type { ConfirmationDecision } from '../confirmation/model.ts';
import type { ClientRecord } from './client-record.ts';

/** Rule of a decision without a decider. */
export const STOPPED = 'it was not wanted any more';

/** The decision in the words of the ledger. */
export function recordedDecision(decision: ConfirmationDecision): Parameters<ClientRecord['decided']>[1] {
  const { by, verdict, reasons, said, confirmation, isLetOut } = decision;
  const reason = said ?? reasons.join(' ');
  return {
    ...(confirmation !== undefined && { question: confirmation }),
    ...(by === 'user' ? { by: 'person' } : { by: 'rule', rule: RULES[by] ?? by }),
    verdict: VERDICTS[verdict],
    ...(isLetOut && { outside: true }),
    ...(reason !== '' && { reason }),
  };
}

const VERDICTS = { allowed: 'allow', denied: 'refuse', expired: 'refuse', withdrawn: 'withdrawn' } as const;

const RULES: Readonly<Record<string, string>> = {
  off: 'adapter.confirmation.mode off',
  safe: 'no known danger',
  mode: 'adapter.confirmation.mode workspace',
  rule: 'a ban or a rule of yours',
  'allow-list': 'adapter.confirmation.allow',
  'deny-list': 'adapter.confirmation.deny',
  remembered: 'allowed before in this session',
  client: 'the client confirmed it',
  time: 'nobody answered in time',
  stop: STOPPED,
};
