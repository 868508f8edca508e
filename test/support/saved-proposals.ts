import type { Judgement, Question, Rule } from '#contract';
import { allowing, proposalsFor } from '../../src-main/approvals/proposals.ts';
import type { PolicyBench } from '../src-main/approvals/policy-bench.ts';

/**
 * The rules of each proposal that the card of a line offers, as they would be saved; `undefined` if nobody is asked.
 */
export async function proposalsOf(bench: PolicyBench, command: string): Promise<readonly Rule[][] | undefined> {
  const judgement = await bench.line(command, { hasBox: true });
  if (judgement.verdict === 'allow') return undefined;
  const proposals = await proposalsFor(questionOf(command, judgement, bench.workspace), (given) =>
    bench.line(command, { user: given, hasBox: true }),
  );
  return proposals.map((one) => allowing(one.map(({ subject }) => subject)));
}

/** Rules of several proposals as they would stand in one file. */
export const savedTogether = (rules: readonly Rule[]): readonly Rule[] =>
  rules.map((rule, index) => ({ ...rule, id: `saved-${index}` }));

function questionOf(command: string, judgement: Judgement, workspace: string): Question {
  const subject = { kind: 'command', command, cwd: workspace, limits: { timeoutMs: 1, maxOutputBytes: 1 } } as const;
  return {
    id: 'q',
    session: 's',
    sessionTitle: 't',
    callId: 'c',
    tool: 'execute_command',
    at: 1,
    subject,
    sent: '',
    why: judgement.why,
    workspace,
    isOutside: false,
    warnings: [],
    repairs: [],
    judgement,
  };
}
