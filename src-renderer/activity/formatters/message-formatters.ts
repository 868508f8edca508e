import type { LedgerEventType, MessageFrom } from '#contract';
import { attendanceWords, senderWords } from '#contract/message-words';
import { type EventFormatter, summaryLine } from './event-formatter.ts';

type MessageEventType = 'message.user' | 'message.queued' | 'message.withdrawn' | 'session.attendance';

/** Descriptions of events about messages, and about the attendance of sessions. */
export const messageFormatters = {
  'message.user': {
    name: 'Message',
    icon: 'user',
    words: ({ text, from }) => `${senderOf(from)}: ${summaryLine(text)}`,
  },
  'message.queued': {
    name: 'Message waits',
    icon: 'clock',
    words: ({ text, from }) => `${senderOf(from)}, to be sent next: ${summaryLine(text)}`,
  },
  'message.withdrawn': { name: 'Message taken back', icon: 'close', words: ({ reason }) => `Not sent: ${reason}` },
  'session.attendance': { name: 'Who answers', icon: 'shield', words: attendanceWords },
} as const satisfies { readonly [T in Extract<LedgerEventType, MessageEventType>]: EventFormatter<T> };

function senderOf(from: MessageFrom | undefined): string {
  return from ? senderWords(from) : 'You';
}
