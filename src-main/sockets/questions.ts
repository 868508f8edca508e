import { type Answerer, type Decision, MAX_REASON } from '#contract';
import { HttpRefusal } from '#core/servers/http-refusal';
import type { SocketCaller } from './http/socket-caller.ts';
import type { SocketContext } from './socket-context.ts';

interface QuestionAnswer {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly caller: SocketCaller;
}

/** Answers a question of one of the socket's conversations for a person who was named. @throws HttpRefusal, and what the queue throws */
export async function answerByBody({ id, body, caller }: QuestionAnswer, served: SocketContext): Promise<void> {
  const { questions, conversations } = served;
  const decision = decisionFromBody(body);
  const question = questions.find(id);
  if (!question || !conversations.has(question.session)) {
    throw new HttpRefusal(404, 'This question is not there: it was answered, or is not of this socket', 'not_found');
  }
  const by = await approver(question.session, caller, served);
  if (!by) {
    throw new HttpRefusal(403, 'You are not among those who may answer questions here', 'not_an_approver');
  }
  if (decision.verdict === 'allow' && question.subject.kind === 'form') {
    throw new HttpRefusal(400, 'A form is filled in in the app; here it can only be refused', 'invalid_request');
  }
  await questions.answer(id, decision, by);
}

/** The person, where they were named by an id of the channel that they come by. */
async function approver(
  session: string,
  { channel, user, name }: SocketCaller,
  { chat }: SocketContext,
): Promise<Answerer | undefined> {
  if (channel === undefined || user === undefined) return undefined;
  const attendance = await chat.attendanceOf(session);
  if (attendance.kind !== 'channel') return undefined;
  const { approvers } = attendance;
  const isNamed = approvers.includes(user) || approvers.includes(`${channel}:${user}`);
  return isNamed ? { channel, person: user, ...(name !== undefined && { name }) } : undefined;
}

function decisionFromBody({ verdict, reason }: QuestionAnswer['body']): Decision {
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > MAX_REASON)) {
    throw new HttpRefusal(400, `"reason" must be a text of at most ${MAX_REASON} characters`, 'invalid_request');
  }
  if (verdict === 'allow') return { verdict };
  if (verdict === 'refuse') return { verdict, ...(reason && { reason }) };
  throw new HttpRefusal(400, '"verdict" must be "allow" or "refuse"', 'invalid_request');
}
