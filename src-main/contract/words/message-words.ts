import type { Answerer, Attendance, MessageFrom } from '../turn-progress.ts';

const CHANNELS: Readonly<Record<string, string>> = {
  telegram: 'Telegram',
  feishu: 'Feishu',
  cli: 'Command line',
  repl: 'Terminal',
  tui: 'Terminal',
};

const channelWords = (channel: string): string =>
  (Object.hasOwn(CHANNELS, channel) ? CHANNELS[channel] : undefined) ?? channel;

/** Names the sender of a message that was not written in the app, such as `Ann, Telegram`. */
export function senderWords(from: MessageFrom): string {
  switch (from.kind) {
    case 'socket':
      return from.name === undefined ? 'Program over the socket' : `${from.name} over the socket`;
    case 'channel':
      return `${from.name ?? from.person}, ${channelWords(from.channel)}`;
    case 'schedule':
      return `Schedule ${from.task}`;
  }
}

/** Names the person who answered a question over a channel, such as `Ann (Telegram)`. */
export function answererWords({ channel, person, name }: Answerer): string {
  return `${name ?? person} (${channelWords(channel)})`;
}

const UNATTENDED = {
  'read-only': 'Nobody answers questions here: only what reads is done',
  refuse: 'Nobody answers questions here: each is answered no',
  wait: 'Questions of this session wait until somebody answers',
} as const;

/** Describes how the session's questions are answered from now on. */
export function attendanceWords(attendance: Attendance): string {
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
