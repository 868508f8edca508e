import type { KnownEffects } from '#contract';
import type { CommandFacts } from './facts.ts';
import { isNowhere, mayBeOutside } from './targets.ts';

const MAX_EFFECTS = 200;

type KnownEffect = KnownEffects['effects'][number];

/** Lists the effects that a line states, each once, and why they may not be all. */
export function knownEffects(facts: CommandFacts, workspace: string): KnownEffects {
  const { unknown, errors } = facts.analysis;
  const distinct = distinctEffects(facts, workspace);
  return {
    effects: distinct.slice(0, MAX_EFFECTS),
    isKnown: unknown.length === 0 && errors.length === 0 && distinct.length <= MAX_EFFECTS,
    unknown: distinctTexts(unknown.map(({ why }) => why)).slice(0, MAX_EFFECTS),
  };
}

/** The effects, each once; one more than are listed says that there are more. */
function distinctEffects(facts: CommandFacts, workspace: string): KnownEffect[] {
  const distinct: KnownEffect[] = [];
  const byTarget = new Map<string | undefined, KnownEffect[]>();
  for (const effect of facts.analysis.effects) {
    const { kind, target } = effect;
    if (isNowhere(effect)) continue;
    const isOutside = kind === 'send' || (kind !== 'run' && mayBeOutside(effect, facts, workspace));
    const before = byTarget.get(target) ?? [];
    if (before.some((one) => one.kind === kind && one.isOutside === isOutside)) continue;
    const found: KnownEffect = target === undefined ? { kind, isOutside } : { kind, target, isOutside };
    distinct.push(found);
    before.push(found);
    byTarget.set(target, before);
    if (distinct.length > MAX_EFFECTS) break;
  }
  return distinct;
}

const distinctTexts = (texts: readonly string[]): string[] => [...new Set(texts)];
