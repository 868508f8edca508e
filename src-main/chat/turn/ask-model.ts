import type { LedgerEventData } from '#contract';
import type { ModelMessage, ModelTool } from '#llm';
import { costOf, priceOf } from '../cost/meter.ts';
import { withImages } from '../images/kept-images.ts';
import type { AnsweringModel } from './answering-model.ts';
import { type ReplyRecord, takeReply, withUniqueIds } from './take-reply.ts';
import type { AskingContext } from './turn-context.ts';

export interface RecordedReply {
  /** The event of it. */
  readonly event: string;
  readonly record: ReplyRecord;
}

export interface ModelQuestion {
  readonly answering: AnsweringModel;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly round: number;
  /** Set for what is not part of the conversation. */
  readonly purpose?: LedgerEventData<'llm.requested'>['purpose'];
}

/** Asks, shows the reply as it comes, and has both on the record, with what it cost. */
export async function askModel(
  context: AskingContext,
  question: ModelQuestion,
  cause?: string,
): Promise<RecordedReply> {
  const { conversation, ledger, turn, signal } = context;
  const { answering, messages, tools, round, purpose } = question;
  const { client, profile } = answering;
  const who = { ...(profile && { profile: profile.name }), ...(purpose && { purpose }) };
  const names = tools.map(({ name }) => name);
  const requested = await ledger.append(
    'llm.requested',
    { client: client.name, model: client.model, messages: messages.length, tools: names, round, ...who },
    { turn, cause },
  );
  const reply = await takeReply(
    { client, messages: await withImages(context.content, messages, answering.profile), tools, signal },
    {
      reasoning: (text) => conversation.replyReasoning(requested.id, text),
      text: (text) => conversation.replyText(requested.id, text),
      note: (note, isPassing) => conversation.replyNote(requested.id, note, isPassing),
    },
  );
  const cost = costOf(reply.usage, priceOf(context.prices(), client.model, reply.model));
  const record: ReplyRecord = {
    ...reply,
    ...who,
    calls: withUniqueIds(reply.calls, (id) => conversation.hasCall(id)),
    ...(cost !== undefined && { cost }),
    bytesPerToken: client.bytesPerToken,
  };
  const replied = await ledger.append('llm.replied', record, { turn, cause: requested.id });
  return { event: replied.id, record };
}
