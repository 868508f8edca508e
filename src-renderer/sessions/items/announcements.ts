import type { ConversationItem } from '#contract';
import { textStart } from '#contract/text-ends';
import { type ConsoleItem, isRunning } from './console-item.ts';
import type { ConversationItems, SessionItem } from './conversation-state.ts';
import { consoleState } from './session-words.ts';

/** Characters of a reply that are read out; the rest is in the log. */
const MAX_SPOKEN = 300;

/**
 * Finds what to announce to a screen reader when `before` has become `now`: ends and questions, never the stream
 * itself.
 */
export function newAnnouncements(before: ConversationItems, now: ConversationItems): string[] {
  if (before === now) return [];
  const known = new Map(before.map((item) => [item.id, item]));
  // What comes in before all that was known is no news.
  const first = now.findIndex(({ id }) => known.has(id));
  return now.slice(Math.max(0, first)).flatMap((item) => {
    const was = known.get(item.id);
    return was === item ? [] : (spokenText(item, was) ?? []);
  });
}

function spokenText(item: SessionItem, was: SessionItem | undefined): string | undefined {
  if (item.kind === 'notice') return was === undefined ? item.text : undefined;
  if (item.kind === 'user') return undefined;
  if (item.kind === 'console') return typedLine(item, was);
  const stateBefore = was?.kind === item.kind ? was.state : undefined;
  if (stateBefore === item.state) return undefined;
  return item.kind === 'assistant' ? spokenReply(item) : toolCall(item);
}

function spokenReply(item: Extract<ConversationItem, { kind: 'assistant' }>): string | undefined {
  if (item.state === 'complete') return item.text === '' ? undefined : `Reply: ${shortenSpoken(item.text)}`;
  if (item.state === 'failed' || item.state === 'interrupted') return `The reply failed. ${item.note ?? ''}`.trim();
  return item.state === 'cancelled' ? 'Stopped.' : undefined;
}

/** One that has just been typed, or was running, and has ended. */
function typedLine(item: ConsoleItem, was: SessionItem | undefined): string | undefined {
  const hadEnded = was?.kind === 'console' && !isRunning(was);
  if (isRunning(item) || hadEnded) return undefined;
  const words = consoleState(item).text;
  return item.text === '' ? `${item.line}: ${words}.` : `${item.line}: ${words}. ${shortenSpoken(item.text)}`;
}

function toolCall({ state, command, tool }: Extract<ConversationItem, { kind: 'tool' }>): string | undefined {
  const what = command === undefined ? tool : 'The command';
  if (state === 'waiting') return 'Something waits for your answer.';
  if (state === 'done')
    return command === undefined ? undefined : `${what} ended with code ${command.exitCode ?? '?'}.`;
  return state === 'failed' ? `${what} failed.` : undefined;
}

const shortenSpoken = (text: string) => (text.length > MAX_SPOKEN ? `${textStart(text, MAX_SPOKEN)} …` : text);
