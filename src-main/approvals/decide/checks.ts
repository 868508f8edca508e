import { alwaysAsk } from '../always-ask.ts';
import { bansOf } from '../bans/index.ts';
import { isLiftedByName } from '../built-in.ts';
import type { CommandFacts, TierFindings } from './facts.ts';

export interface CheckedPlace {
  readonly workspace: string;
  readonly cwd: string;
  readonly home: string;
  /** Paths of the app itself. */
  readonly own: readonly string[];
}

/** Collects what the bans and the compulsory questions say about a line. */
export function checksOf(
  facts: CommandFacts,
  { own, ...place }: CheckedPlace,
  realpath: (path: string) => string | undefined,
): TierFindings {
  // They follow links that what is always asked about has to know.
  const bans = bansOf(facts.analysis, { ...place, ownFiles: own, realpath });
  const asks = alwaysAsk(facts, place.workspace);
  return {
    bans,
    asks: asks.filter(({ rule }) => !isLiftedByName(rule)),
    ifUnnamed: asks.filter(({ rule }) => isLiftedByName(rule)),
  };
}
