import type { Effect } from '#shell-analysis';
import { effectsOfPart } from './by-part.ts';
import { OWN_FILES } from './draft-verdict.ts';
import type { CommandFacts, TierFinding } from './facts.ts';
import { holdsOwn, holdsProfiles, isOwnPlace } from './own-places.ts';
import type { PolicyContext } from './policy-context.ts';
import { effectPaths, isChange, isNowhere } from './targets.ts';

/** A change of what is ours, which nothing lifts. */
export function ownBanned(index: number, { rulebook }: PolicyContext, facts: CommandFacts): TierFinding | undefined {
  const { own } = rulebook;
  const found = firstEffect(index, facts, (effect, path) => {
    return isChange(effect) && (isOwnPlace(path, own) || (goesDeep(effect) && holdsOwn(path, own)));
  });
  return found && finding(index, `${found.target} belongs to Sigma Shell itself, its record or its settings`);
}

/** Reading what is ours; working on a folder with all that is in it, which may change the profiles there. */
export function ownAsked(index: number, { rulebook }: PolicyContext, facts: CommandFacts): TierFinding | undefined {
  const { own } = rulebook;
  const isRead = ({ kind, target }: Effect) => kind === 'read' && !isNowhere(target);
  const read = firstEffect(index, facts, (effect, path) => isRead(effect) && isOwnPlace(path, own));
  if (read) return finding(index, `${read.target} belongs to Sigma Shell itself`);
  const deep = firstEffect(index, facts, (effect, path) => {
    return isChange(effect) && goesDeep(effect) && mayMeanAny(effect) && holdsProfiles(path, own);
  });
  const what = `It may change or make .phishell.yaml in ${deep?.target}`;
  return deep && finding(index, `${what}, which says who answers there`);
}

function firstEffect(
  index: number,
  facts: CommandFacts,
  isMeant: (effect: Effect, path: string) => boolean,
): Effect | undefined {
  return effectsOfPart(facts.analysis, index).find((effect) =>
    effectPaths(effect, facts)?.some((path) => isMeant(effect, path)),
  );
}

const finding = (part: number, why: string): TierFinding => ({ part, rule: OWN_FILES, why });

/** Endings of what git keeps, which nothing brings back, and of the profiles. */
const KEPT = new Set('.pack .idx .rev .bitmap .keep .mtimes .promisor .lock .graph .worktree .yaml'.split(' '));

/** Whether the effect may touch any file, that is unless everything it can match has another file extension. */
const mayMeanAny = ({ ending }: Effect): boolean => ending === undefined || KEPT.has(ending);

const goesDeep = ({ kind, isRecursive }: Effect): boolean => isRecursive || kind === 'delete';
