import type { Branch } from '#contract';
import { formatCount, formatDollars, formatDuration } from '../../ui/format.ts';

/** Time, tokens and cost, as far as they are known. */
export function usedWords({ startedAt, endedAt, tokens, cost }: Branch, now: number): string {
  const said: string[] = [];
  if (startedAt !== undefined) said.push(formatDuration(Math.max(0, (endedAt ?? now) - startedAt)));
  if (tokens !== undefined) said.push(`${formatCount(tokens)} tokens`);
  if (cost !== undefined) said.push(formatDollars(cost));
  return said.join(' · ');
}
