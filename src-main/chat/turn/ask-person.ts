import { randomUUID } from 'node:crypto';
import type { Question, Subject } from '#contract';
import { messageOf } from '#core/app-error';
import { type ApprovalAnswer, deciderOf } from '#tools';
import type { AskingContext } from './turn-context.ts';

export interface PersonQuestion {
  /** Name used in place of a call's tool. */
  readonly tool: 'rounds' | 'spending';
  readonly subject: Subject;
  readonly why: string;
  /** Further data recorded with the question. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Asks whether a turn may go on: the event of the answer when it may, else `undefined`. */
export async function askPerson(
  context: AskingContext,
  asking: PersonQuestion,
  cause?: string,
): Promise<string | undefined> {
  const { ledger, turn, signal } = context;
  const question = questionOf(context, asking);
  const { callId, tool, subject, why } = question;
  const asked = await ledger.append(
    'approval.asked',
    { question: question.id, callId, tool, subject: { ...subject, ...asking.more }, why, warnings: [] },
    { turn, cause },
  );
  const answer = await context.ask(question, signal).catch((error: unknown) => ({ withdrawn: messageOf(error) }));
  const decided = await ledger.append(
    'approval.decided',
    { question: question.id, callId, ...verdictOf(answer) },
    { turn, cause: asked.id },
  );
  return 'verdict' in answer && answer.verdict === 'allow' ? decided.id : undefined;
}

function verdictOf(answer: ApprovalAnswer | { readonly withdrawn: string }) {
  if ('withdrawn' in answer) return { by: 'person' as const, verdict: 'withdrawn' as const, reason: answer.withdrawn };
  const reason = answer.verdict === 'refuse' ? answer.reason : answer.note;
  return { ...deciderOf(answer), verdict: answer.verdict, ...(reason && { reason }) };
}

function questionOf(
  { session, sessionTitle, workspace }: AskingContext,
  { tool, subject, why }: PersonQuestion,
): Question {
  const id = randomUUID();
  return {
    id,
    session,
    sessionTitle,
    callId: `${tool}-${id}`,
    tool,
    at: Date.now(),
    subject,
    why,
    workspace,
    isOutside: false,
    warnings: [],
    repairs: [],
    sent: '',
  };
}
