import { randomUUID } from 'node:crypto';
import type { Decision, Question } from '#contract';
import { messageOf } from '#core/app-error';
import type { TurnContext } from './turn-context.ts';

/** Asks whether a turn that has used up its rounds may go on: the event of the answer when it may, else `undefined`. */
export async function askToGoOn(context: TurnContext, used: number, cause: string): Promise<string | undefined> {
  const { ledger, turn, signal } = context;
  const question = questionAfter(context, used);
  const { callId, tool, subject, why } = question;
  const asked = await ledger.append(
    'approval.asked',
    { question: question.id, callId, tool, subject: { ...subject }, why, warnings: [] },
    { turn, cause },
  );
  const answer = await context.ask(question, signal).catch((error: unknown) => ({ withdrawn: messageOf(error) }));
  const decided = await ledger.append(
    'approval.decided',
    { question: question.id, callId, by: 'person', ...verdictOf(answer) },
    { turn, cause: asked.id },
  );
  return 'verdict' in answer && answer.verdict === 'allow' ? decided.id : undefined;
}

function verdictOf(answer: Decision | { readonly withdrawn: string }) {
  if ('withdrawn' in answer) return { verdict: 'withdrawn' as const, reason: answer.withdrawn };
  const reason = answer.verdict === 'refuse' ? answer.reason : answer.note;
  return { verdict: answer.verdict, ...(reason && { reason }) };
}

function questionAfter({ session, sessionTitle, workspace }: TurnContext, used: number): Question {
  const id = randomUUID();
  return {
    id,
    session,
    sessionTitle,
    callId: `rounds-${id}`,
    tool: 'rounds',
    at: Date.now(),
    subject: { kind: 'rounds', used },
    why: `The model has replied ${used} times in this turn and wants to go on`,
    workspace,
    isOutside: false,
    warnings: [],
    repairs: [],
    sent: '',
  };
}
