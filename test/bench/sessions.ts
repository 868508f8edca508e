import { buildIfStale } from '../support/build-if-stale.ts';
import type { Report } from './run.ts';
import { reportMemory } from './sessions/memory.ts';
import { reportPage } from './sessions/page.ts';
import { reportTurns } from './sessions/turns.ts';

const TURNS = 1000;

/**
 * Long sessions: what a turn costs the host at its thousandth, what it holds at rest, and what the page feels of their length.
 * Parts are `turns`, `page` and `memory`; a number has so many turns in place of a thousand.
 */
export async function run(report: Report, parts: readonly string[]): Promise<void> {
  await buildIfStale();
  const turns = Number(parts.find((part) => /^\d+$/.test(part)) ?? TURNS);
  const named = parts.filter((part) => !/^\d+$/.test(part));
  const isWanted = (part: string) => named.length === 0 || named.includes(part);
  if (isWanted('turns')) await reportTurns(report, turns);
  if (isWanted('page')) await reportPage(report, turns);
  if (isWanted('memory')) await reportMemory(report, turns);
}
