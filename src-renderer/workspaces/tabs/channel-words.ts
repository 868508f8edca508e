import type { ChannelKind, ManagedChannel } from '#contract';

export const CHANNEL_TITLES: Readonly<Record<ChannelKind, string>> = { telegram: 'Telegram', feishu: 'Feishu' };

export const CHANNEL_STATES: Readonly<
  Record<ManagedChannel['state'], { readonly text: string; readonly tone: string }>
> = {
  off: { text: 'Off', tone: 'neutral' },
  starting: { text: 'Starting', tone: 'warning' },
  on: { text: 'On', tone: 'success' },
  retrying: { text: 'Lost, trying again', tone: 'warning' },
  failed: { text: 'Failed', tone: 'danger' },
};

export function peopleWords(people: readonly string[]): string {
  return people.length === 0 ? 'nobody' : people.join(', ');
}

/** Reads ids as they are typed: parted by blanks, commas or lines, each once. */
export function peopleIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))];
}
