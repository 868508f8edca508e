import type { LedgerEventData, PendingItem } from '#contract';
import { textStart } from '#contract/text-ends';
import { withoutInvisibleText } from '#core/text/invisible-text';

type UserMessageText = Pick<LedgerEventData<'message.user'>, 'text' | 'pending' | 'mentions'>;

/**
 * Builds the text of a message for the model: the pending items, each followed by a rule, then the person's words.
 * Invisible letters come with pasted text, and the person has not read them; they are removed.
 */
export function userText(message: UserMessageText): string {
  return withoutInvisibleText(userMessageText(message));
}

function userMessageText({ text, pending = [], mentions }: UserMessageText): string {
  const request = mentions ? `${text}\n\n${mentions}` : text;
  if (pending.length === 0) return request;
  return `${pending.map((item) => `${item.text}\n\n---\n\n`).join('')}User Request:\n${request}`;
}

/** Pending items alone, with a rule between them. */
export function pendingText(pending: readonly PendingItem[]): string {
  return withoutInvisibleText(pending.map(({ text }) => text).join('\n\n---\n\n'));
}

/** Beginning of the oldest message that is still sent, if older ones did not fit. */
export const LEFT_OUT = 'Earlier messages of this conversation are left out: they did not fit.\n\n---\n\n';

/** A summary of the conversation so far, instead of it. */
export function summaryItem(summary: string): PendingItem {
  return {
    kind: 'summary',
    label: 'Summary of the earlier conversation',
    text: `Context from the earlier discussion:\n\n${summary}`,
  };
}

/** Most calls that are named. */
const MAX_NAMED = 20;

/**
 * Note about the effects of a turn that is no longer part of the conversation: without it, a model would repeat them.
 */
export function undoneTurnNote(calls: readonly string[]): PendingItem {
  const named = calls.slice(0, MAX_NAMED).map((call) => `- ${call}`);
  const more = calls.length - named.length;
  const text = [
    'An earlier request of the user is not part of this conversation, because it was stopped or failed before it was',
    'finished. These calls of it had been run, and what they did was not undone:',
    '',
    ...named,
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n');
  return {
    kind: 'note',
    label: `What an unfinished turn did: ${calls.length === 1 ? '1 call' : `${calls.length} calls`}`,
    text,
  };
}

/** Longest argument that is quoted, in UTF-16 units. */
const MAX_ARGUMENT = 200;
/** Tools without an effect. */
const HARMLESS: readonly string[] = ['read_file'];

/** A call that was run, on one line; undefined if it changed nothing. */
export function ranCall({ tool, arguments: args }: LedgerEventData<'tool.called'>): string | undefined {
  if (HARMLESS.includes(tool)) return undefined;
  const [first] = Object.values(args);
  const text = (typeof first === 'string' ? first : (JSON.stringify(first) ?? '')).replace(/\s+/g, ' ');
  const shown = text.length > MAX_ARGUMENT ? `${textStart(text, MAX_ARGUMENT)}…` : text;
  return shown === '' ? tool : `${tool}: ${shown}`;
}
