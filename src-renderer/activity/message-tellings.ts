import type { Attendance, LedgerEventType, MessageFrom } from '#contract';
import { firstLine, type Telling } from './telling.ts';

type Told = 'message.user' | 'message.queued' | 'message.withdrawn' | 'session.attendance';

/** How the record tells of messages, and of who answers for a session. */
export const messageTellings = {
  'message.user': { name: 'Message', icon: 'user', words: ({ text, from }) => `${senderOf(from)}: ${firstLine(text)}` },
  'message.queued': {
    name: 'Message waits',
    icon: 'clock',
    words: ({ text, from }) => `${senderOf(from)}, to be sent next: ${firstLine(text)}`,
  },
  'message.withdrawn': { name: 'Message taken back', icon: 'close', words: ({ reason }) => `Not sent: ${reason}` },
  'session.attendance': { name: 'Who answers', icon: 'shield', words: attendanceWords },
} as const satisfies { readonly [T in Extract<LedgerEventType, Told>]: Telling<T> };

function senderOf(from: MessageFrom | undefined): string {
  switch (from?.kind) {
    case undefined:
      return 'You';
    case 'socket':
      return from.name ?? 'A program';
    case 'channel':
      return `${from.name ?? from.person} (${from.channel})`;
    case 'schedule':
      return `The task ${from.task}`;
  }
}

const UNATTENDED = {
  'read-only': 'Nobody answers questions here: only what reads is done',
  refuse: 'Nobody answers questions here: each is answered no',
  wait: 'Questions of this session wait until somebody answers',
} as const;

function attendanceWords(attendance: Attendance): string {
  switch (attendance.kind) {
    case 'attended':
      return 'You answer questions of this session';
    case 'channel':
      return attendance.approvers.length === 0
        ? 'You alone answer questions of this session'
        : `You and ${attendance.approvers.join(', ')} answer questions of this session`;
    case 'unattended':
      return UNATTENDED[attendance.questions];
  }
}
