import type { Person } from './messenger.ts';

export type ChannelCommand = 'start' | 'stop' | 'new';

const COMMANDS: Readonly<Record<string, ChannelCommand>> = { start: 'start', help: 'start', stop: 'stop', new: 'new' };

const COMMAND = /^\/([a-z]+)(?:@\w+)?(?:\s+|$)/i;

/** The command that a message is; `/stop@name_of_the_bot` is one, too. Any other slash is a message like all others. */
export function channelCommand(text: string): ChannelCommand | undefined {
  const [, word = ''] = COMMAND.exec(text.trim()) ?? [];
  const name = word.toLowerCase();
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

/** Text of a message behind its command. */
export const afterCommand = (text: string): string => text.trim().replace(COMMAND, '');

export function greeting({ name }: Person, title: string): string {
  const hello = name === undefined ? 'Hello.' : `Hello ${name}.`;
  return `${hello} What you write here over ${title} goes to an agent in Sigma Shell, and its answers come back. /stop ends what runs, /new begins a new conversation.`;
}
