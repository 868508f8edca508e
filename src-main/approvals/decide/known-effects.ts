import type { KnownEffects } from '#contract';
import type { CommandFacts } from './facts.ts';
import { isNowhere, mayBeOutside } from './targets.ts';

const MOST_EFFECTS = 200;

/** Lists the effects that a line states, each once, and why they may not be all. */
export function knownEffects(facts: CommandFacts, workspace: string): KnownEffects {
  const { effects, unknown, errors } = facts.analysis;
  const distinct = new Map<string, KnownEffects['effects'][number]>();
  for (const effect of effects) {
    if (isNowhere(effect.target)) continue;
    const { kind, target } = effect;
    const isOutside = kind === 'send' || (kind !== 'run' && mayBeOutside(effect, facts, workspace));
    const key = `${kind} ${isOutside} ${target === undefined} ${target}`;
    if (!distinct.has(key)) distinct.set(key, { kind, ...(target !== undefined && { target }), isOutside });
    if (distinct.size > MOST_EFFECTS) break;
  }
  return {
    effects: [...distinct.values()].slice(0, MOST_EFFECTS),
    isKnown: unknown.length === 0 && errors.length === 0 && distinct.size <= MOST_EFFECTS,
    unknown: distinctTexts(unknown.map(({ why }) => why)).slice(0, MOST_EFFECTS),
  };
}

const distinctTexts = (texts: readonly string[]): string[] => [...new Set(texts)];
