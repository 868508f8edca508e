import { randomUUID } from 'node:crypto';
import type { Decision, Question, Subject } from '#contract';
import type { SessionLedger } from '#ledger';
import { type ApprovalAnswer, deciderOf, type QuestionAsker } from '../ask.ts';
import type { ConsentAsker, FormAsker } from '../tool-link.ts';

export interface PersonAskerOptions {
  readonly ask: QuestionAsker;
  /** Returns the session in which the question and its answer are recorded. */
  readonly session: () => Promise<{
    readonly session: string;
    readonly title: string;
    readonly ledger: Pick<SessionLedger, 'append'>;
  }>;
  readonly workspace: string;
}

/** Asks for what an attach or a server needs, on the record as every question. */
export function personAsker(options: PersonAskerOptions): {
  readonly confirm: ConsentAsker;
  readonly askForm: FormAsker;
} {
  return {
    confirm: async (what, signal) => {
      const { title, text, command } = what;
      const subject = { kind: 'confirm', title, text, ...(command !== undefined && { command }) } as const;
      return (await askForDecision(options, subject, signal)).verdict === 'allow';
    },
    askForm: async ({ server, message, schema }, signal) => {
      const decision = await askForDecision(options, { kind: 'form', server, message, schema: { ...schema } }, signal);
      return decision.verdict === 'allow' ? (decision.form ?? {}) : undefined;
    },
  };
}

async function askForDecision(options: PersonAskerOptions, subject: Subject, signal: AbortSignal): Promise<Decision> {
  const { session, title, ledger } = await options.session();
  const question: Question = {
    id: randomUUID(),
    session,
    sessionTitle: title,
    callId: `attach-${randomUUID()}`,
    tool: 'attach',
    at: Date.now(),
    subject,
    why: subject.kind === 'form' ? 'A server asks you for values' : 'It would run what others wrote',
    workspace: options.workspace,
    isOutside: false,
    warnings: [],
    repairs: [],
    sent: '',
  };
  const { id, callId, tool, why } = question;
  const asked = await ledger.append('approval.asked', {
    question: id,
    callId,
    tool,
    subject: { ...subject },
    why,
    warnings: [],
  });
  const record = (
    verdict: 'allow' | 'refuse' | 'withdrawn',
    answer: Pick<ApprovalAnswer, 'decider'>,
    reason?: string,
  ) =>
    ledger.append(
      'approval.decided',
      { question: id, callId, ...deciderOf(answer), verdict, ...(reason !== undefined && { reason }) },
      { cause: asked.id },
    );
  let decision: ApprovalAnswer;
  try {
    decision = await options.ask(question, signal);
  } catch (error) {
    await record('withdrawn', {});
    throw error;
  }
  await record(decision.verdict, decision, decision.verdict === 'refuse' ? decision.reason : undefined);
  return decision;
}
