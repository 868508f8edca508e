import type { AdapterClient, AdapterShell } from '#contract';
import { plural } from '../../ui/format.ts';
import { limitAmount } from '../../ui/limit-words.ts';

/** Enough of an id to tell it from others. */
export const shortId = (id: string) => id.slice(0, 8);

export function shellTitle({ kind, id }: AdapterShell): string {
  return `${kind === 'session' ? 'Session' : 'Single command'} ${shortId(id)}`;
}

/** `open for 2 min, ends within 5 min, 3 commands, 2 waiting`. */
export function shellFacts(shell: AdapterShell, now: number): string {
  const { kind, openedAt, expiresAt, commands, queued } = shell;
  const whole = (ms: number) => limitAmount('timeout', Math.floor(Math.max(ms, 0) / 1000) * 1000);
  return [
    `open for ${whole(now - openedAt)}`,
    expiresAt === undefined ? '' : `ends within ${whole(expiresAt - now)}`,
    kind === 'session' ? plural(commands, 'command') : '',
    queued === 0 ? '' : `${queued} waiting`,
  ]
    .filter(Boolean)
    .join(', ');
}

export function clientTitle({ address, id }: AdapterClient): string {
  return `${address} (${shortId(id)})`;
}
