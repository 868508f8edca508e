import type { Effect } from '#shell-analysis';
import { effectsOfPart } from './by-part.ts';
import { OWN_FILES } from './draft-verdict.ts';
import type { CommandFacts, TierFinding } from './facts.ts';
import { holdsOwn, holdsProfiles, isOwnPlace } from './own-places.ts';
import type { PolicyContext } from './policy-context.ts';
import { effectPaths, isChange, isNowhere } from './targets.ts';

/** Finds a change of what is ours, a ban that nothing lifts. */
export function banOwnFiles(index: number, { rulebook }: PolicyContext, facts: CommandFacts): TierFinding | undefined {
  const { own } = rulebook;
  const isMeant = (path: string, effect: Effect) => isOwnPlace(path, own) || (goesDeep(effect) && holdsOwn(path, own));
  const found = firstEffect(index, facts, isChange, isMeant);
  return found && finding(index, `${found.target} belongs to Sigma Shell itself, its record or its settings`);
}

/** Finds what is always asked about what is ours: reading it, or working on a folder with all that is in it, which may change the profiles there. */
export function askForOwnFiles(
  index: number,
  { rulebook }: PolicyContext,
  facts: CommandFacts,
): TierFinding | undefined {
  const { own } = rulebook;
  const read = firstEffect(index, facts, isRead, (path) => isOwnPlace(path, own));
  if (read) return finding(index, `${read.target} belongs to Sigma Shell itself`);
  const deep = firstEffect(index, facts, changesMany, (path) => holdsProfiles(path, own));
  return deep && finding(index, `It may change or make .phishell.yaml in ${deep.target}, which says who answers there`);
}

/** The first effect of a kind that is about such a path. */
function firstEffect(
  index: number,
  facts: CommandFacts,
  isOfKind: (effect: Effect) => boolean,
  isMeant: (path: string, effect: Effect) => boolean,
): Effect | undefined {
  // Loops, since this is asked of every effect of a long line.
  for (const effect of effectsOfPart(facts.analysis, index)) {
    if (!isOfKind(effect)) continue;
    for (const path of effectPaths(effect, facts) ?? []) if (isMeant(path, effect)) return effect;
  }
  return undefined;
}

const finding = (part: number, why: string): TierFinding => ({ part, rule: OWN_FILES, why });

/** Endings of what git keeps, which nothing brings back, and of the profiles. */
const KEPT = new Set('.pack .idx .rev .bitmap .keep .mtimes .promisor .lock .graph .worktree .yaml'.split(' '));

/** Whether the effect may touch any file, that is unless everything it can match has another file extension. */
const mayMeanAny = ({ ending }: Effect): boolean => ending === undefined || KEPT.has(ending);

const goesDeep = ({ kind, isRecursive }: Effect): boolean => isRecursive || kind === 'delete';

const isRead = (effect: Effect): boolean => effect.kind === 'read' && !isNowhere(effect);

const changesMany = (effect: Effect): boolean => isChange(effect) && goesDeep(effect) && mayMeanAny(effect);
