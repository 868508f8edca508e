import type { LedgerEventData, SendUpdate, TurnProgress } from '#contract';
import { isAppError } from '#core/app-error';
import { knownEvent, type Ledger } from '#ledger';
import type { PromptsPorts } from '#prompts/library';
import type { ChatFeature } from '../ports.ts';

/** Starts a conversation with a rendered prompt; the sender can follow the reply as it arrives. */
export function sendThrough(chat: ChatFeature, ledger: Ledger): PromptsPorts['send'] {
  return async (rendered, profile) => {
    const { message, ...started } = await chat.sendRendered({ ...rendered, profile });
    const { session } = started;
    return {
      ...started,
      updates: (signal) =>
        promptReply(chat.follow(session, message, signal), (turn) => repliesOfTurn(ledger, session, turn)),
      stop: () => stopMessage(chat, session, message),
    };
  };
}

/** Takes a message back, or ends its turn if that has begun. @throws AppError UNAVAILABLE */
async function stopMessage(chat: ChatFeature, session: string, message: string): Promise<void> {
  try {
    await chat.withdraw(session, message, { by: 'person', reason: 'Taken back by the person' });
  } catch (error) {
    if (!isAppError(error, 'CONFLICT')) throw error;
    await chat.stop(session);
  }
}

/** The reply as it comes in, from what becomes of its message. */
async function* promptReply(
  progress: AsyncIterable<TurnProgress>,
  replied: (turn: string) => Promise<LedgerEventData<'llm.replied'> | undefined>,
): AsyncGenerator<SendUpdate, void> {
  let turn = '';
  for await (const step of progress) {
    if (step.kind === 'started') turn = step.turn;
    else if (step.kind === 'text' || step.kind === 'reasoning') yield { kind: step.kind, text: step.text };
    else if (step.kind === 'note') yield { kind: 'waiting', reason: step.text };
    else if (step.kind === 'withdrawn') yield { kind: 'failed', message: `It was not sent: ${step.reason}` };
    else if (step.kind === 'ended') yield turnEnd(step, await replied(turn));
  }
}

function turnEnd(
  { error }: Extract<TurnProgress, { kind: 'ended' }>,
  reply: LedgerEventData<'llm.replied'> | undefined,
): SendUpdate {
  if (!reply) {
    const message = error ?? 'The turn ended before the model was asked';
    return { kind: 'failed', message, advice: 'The session says why' };
  }
  const { finish, durationMs, usage, cost } = reply;
  if (reply.error) {
    const advice = reply.error.retryable ? 'Ask again in the session' : undefined;
    return { kind: 'failed', message: reply.error.message, ...(advice !== undefined && { advice }) };
  }
  return {
    kind: 'done',
    finish,
    durationMs,
    ...(usage && { usage: { input: usage.prompt, output: usage.completion } }),
    ...(cost !== undefined && { cost }),
  };
}

/** The last reply of a turn, with what only its record says: how it ended and how long it took. */
async function repliesOfTurn(
  ledger: Ledger,
  session: string,
  turn: string,
): Promise<LedgerEventData<'llm.replied'> | undefined> {
  for await (const any of (await ledger.session(session)).read({ backward: true })) {
    const event = any.turn === turn ? knownEvent(any) : undefined;
    if (event?.type === 'llm.replied' && event.data.purpose === undefined) return event.data;
  }
  return undefined;
}
