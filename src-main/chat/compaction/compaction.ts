import { AppError, messageOf } from '#core/app-error';
import type { ModelTool } from '#llm';
import type { Conversation } from '../conversation/conversation.ts';
import { maySpend } from '../cost/spending.ts';
import { hasThought } from '../history/conversation-tokens.ts';
import type { AnsweringModel, ChatProfile } from '../turn/answering-model.ts';
import { askModel, type RecordedReply } from '../turn/ask-model.ts';
import type { AskingContext } from '../turn/turn-context.ts';
import { usableText } from './background-reply.ts';
import { conversationSizes, messageBytes } from './conversation-size.ts';

const REQUEST = [
  'Condense our conversation so far into a summary that is enough to go on from: the key points, the facts and decisions, the',
  'actions that were taken with what came of them, and what is still open. Where room is short the newest information goes',
  'first. Keep exact names, paths, numbers and commands that will be needed again. Answer with the summary alone.',
].join('\n');

/** The profile's reply, which is on the record and shown, is of no use. */
export class CompactionError extends AppError {}

export interface CompactionResult {
  /** The event to go on from. */
  readonly cause: string;
  /** Outcome in words for a person. */
  readonly text: string;
}

/**
 * Whether a turn with this profile must compact first: the conversation, without the app's own instructions and descriptions of tools,
 * has reached the profile's context.
 */
export function isCompactionDue(
  conversation: Conversation,
  { context }: ChatProfile,
  { bytesPerToken, tools }: { readonly bytesPerToken: number; readonly tools: readonly ModelTool[] },
): boolean {
  const isEmpty = conversation.history().own.length === 0;
  return !isEmpty && conversationSizes(conversation, bytesPerToken, tools).conversation >= context;
}

/**
 * Compacts the conversation with the session's first profile. A summary that is not smaller than what it would replace
 * is not used.
 *
 * @throws AppError UNAVAILABLE, CANCELLED, DENIED: nothing has changed then
 */
export async function compactConversation(
  context: AskingContext,
  answering: AnsweringModel,
  { isManual, cause }: { readonly isManual: boolean; readonly cause?: string | undefined },
): Promise<CompactionResult> {
  const { conversation, ledger, turn } = context;
  const { profile, client } = answering;
  const name = profile?.name ?? client.name;
  const may = await maySpend(context, answering, cause);
  if (!may.isAllowed)
    throw new AppError('DENIED', 'The conversation was not compacted: the session has reached its spending cap');
  const sizeBefore = conversationSizes(conversation, client.bytesPerToken).total;
  const { messages } = conversation.history();
  const reply = await askModel(
    context,
    {
      answering,
      messages: [...messages, { role: 'user', text: REQUEST }],
      tools: [],
      round: 1,
      purpose: 'compaction',
    },
    may.cause,
  );
  const summary = summaryText(reply, name, context.signal);
  const system = messages.filter(({ role }) => role === 'system');
  const { bytesPerToken } = client;
  const sizeAfter = Math.round(messageBytes(system) / bytesPerToken + summaryTokens(reply, summary, bytesPerToken));
  const links = { turn, cause: reply.event };
  if (sizeAfter >= sizeBefore) {
    const kept = await ledger.append(
      'history.kept',
      { profile: name, size: sizeBefore, summarySize: sizeAfter },
      links,
    );
    return { cause: kept.id, text: `The conversation stays as it is: its summary would have been no smaller.` };
  }
  const data = { profile: name, summary, sizeBefore, sizeAfter, isManual };
  const event = await ledger.append('history.compacted', data, links);
  return { cause: event.id, text: `Compacted from about ${sizeBefore} to ${sizeAfter} tokens.` };
}

/** Tokens of the summary alone: what was thought about it, which the server counts with it, is not sent again. */
function summaryTokens({ record }: RecordedReply, summary: string, bytesPerToken: number): number {
  const counted = hasThought(record) ? undefined : record.usage?.completion;
  return counted ?? Buffer.byteLength(summary) / bytesPerToken;
}

function summaryText({ record }: RecordedReply, profile: string, signal: AbortSignal): string {
  const usable = usableText(record);
  if (usable.text !== undefined) return usable.text;
  if (signal.aborted) throw new AppError('CANCELLED', messageOf(signal.reason));
  throw new CompactionError('UNAVAILABLE', `Profile ${profile} could not compact the conversation: ${usable.why}`, {
    advice: 'Try again, or choose a profile with a larger context',
  });
}
