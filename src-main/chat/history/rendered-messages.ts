import type { LedgerEventData, PromptOrigin } from '#contract';
import { withoutInvisibleText } from '#core/text/invisible-text';
import type { ModelMessage } from '#llm';
import { pendingText, userText } from './user-text.ts';

type UserMessageData = LedgerEventData<'message.user'>;

/**
 * Converts a message of the person for the model: their words, or a prompt's messages, with the pending items before the last of the
 * user; in a message of their own where there is none, before the beginning of an answer that the prompt ends with.
 */
export function renderedUserMessages(message: UserMessageData): ModelMessage[] {
  const { rendered, ...words } = message;
  const withImages = words.images && words.images.length > 0 ? { images: words.images } : {};
  if (!rendered) return [{ role: 'user', text: userText(words), ...withImages }];
  const last = rendered.messages.findLastIndex(({ role }) => role === 'user');
  const messages = rendered.messages.map(({ role, content }, at): ModelMessage => {
    if (role === 'assistant') return { role, text: content, calls: [] };
    if (role === 'user' && at === last) return { role, text: userText({ ...words, text: content }), ...withImages };
    return { role, text: withoutInvisibleText(content) };
  });
  const { pending = [], images = [] } = words;
  if (last !== -1 || pending.length + images.length === 0) return messages;
  const end = messages.findLastIndex(({ role }) => role !== 'assistant') + 1;
  return messages.toSpliced(end, 0, { role: 'user', text: pendingText(pending), ...withImages });
}

/** Puts our system message before messages, joined with one of a prompt: several servers refuse a second one at the beginning. */
export function withSystem(system: string | undefined, messages: readonly ModelMessage[]): ModelMessage[] {
  if (system === undefined) return [...messages];
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', text: system }, ...messages];
  return [{ role: 'system', text: `${system}\n\n${first.text}` }, ...rest];
}

/** Text shown to people: the words of the user, else all of it. */
export function peopleText(messages: Readonly<PromptOrigin['messages']>): string {
  const ofUser = messages.filter(({ role }) => role === 'user');
  return (ofUser.length > 0 ? ofUser : messages).map(({ content }) => content).join('\n\n');
}
