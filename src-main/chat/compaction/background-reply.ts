import type { LedgerEventData } from '#contract';

/** The text of a reply that was asked for beside the conversation, or why there is none. */
export function usableText(
  reply: LedgerEventData<'llm.replied'>,
): { readonly text: string } | { readonly text?: never; readonly why: string } {
  const { error, refusal, finish } = reply;
  if (error) return { why: error.message };
  if (refusal) return { why: refusal };
  const text = reply.text.trim();
  if ((finish === 'stop' || finish === 'length') && text !== '') return { text };
  return { why: finish === 'content-filter' ? 'the content filter ended it' : 'it said nothing' };
}
