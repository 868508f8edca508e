import type { ChannelKind, ManagedChannel } from '#contract';
import type { StateTextProps } from '../../ui/state-text.tsx';

export const CHANNEL_TITLES: Readonly<Record<ChannelKind, string>> = { telegram: 'Telegram', feishu: 'Feishu' };

export const CHANNEL_STATES: Readonly<Record<ManagedChannel['state'], StateTextProps>> = {
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
