import type { PromptRecord, RenderOutcome } from '#contract';
import { isSingle, recordMessages } from '../record.ts';

/** Messages as one text, to be compared. */
export function joinedMessages(messages: readonly { readonly role: string; readonly content: string }[]): string {
  const [only] = messages;
  if (messages.length === 1 && only?.role === 'user') return only.content;
  return messages.map(({ role, content }) => `── ${role} ──\n${content}`).join('\n');
}

export function joinedTemplates(record: PromptRecord): string {
  return isSingle(record) ? (record.prompt ?? '') : joinedMessages(recordMessages(record));
}

/** Text of a rendering, or why there is none. */
export function renderOutcomeText(outcome: RenderOutcome): string {
  return outcome.isRendered
    ? joinedMessages(outcome.rendered.messages)
    : `It cannot be rendered: ${outcome.failure.message}`;
}
