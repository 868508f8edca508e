import { alwaysAsk } from '../always-ask.ts';
import { bansOf } from '../bans/index.ts';
import { isLiftedByName } from '../built-in.ts';
import type { Checks, CommandFacts } from './facts.ts';

export interface CheckedPlace {
  readonly workspace: string;
  readonly cwd: string;
  readonly home: string;
  /** What is ours. */
  readonly own: readonly string[];
}

/** What the bans and what is always asked say of a line. */
export function checksOf(
  facts: CommandFacts,
  { own, ...place }: CheckedPlace,
  realpath: (path: string) => string | undefined,
): Checks {
  // They follow links that what is always asked about has to know.
  const bans = bansOf(facts.analysis, { ...place, ownFiles: own, realpath });
  const asks = alwaysAsk(facts, place.workspace);
  return {
    bans,
    asks: asks.filter(({ rule }) => !isLiftedByName(rule)),
    ifUnnamed: asks.filter(({ rule }) => isLiftedByName(rule)),
  };
}
