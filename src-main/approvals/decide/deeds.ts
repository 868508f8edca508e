/** Descriptions for people of what one part of a line does: they decide nothing. */
import { effectsOfPart, firstDoubtWithin } from './by-part.ts';
import type { DraftVerdict } from './draft-verdict.ts';
import type { CommandFacts } from './facts.ts';

export const TOUCHES_NOTHING = 'By itself it touches no file; it is asked about with the rest of the line';

/** Whether the part is literal and its program touches no file; what stands around it is not proven. */
export function touchesNothingByItself(index: number, { analysis }: CommandFacts): boolean {
  const part = analysis.parts[index];
  if (part === undefined || part.program === undefined || part.assignments.length + part.redirections.length > 0)
    return false;
  if (part.wrappers.length > 0 || part.words.some(({ literal }) => literal === undefined)) return false;
  return effectsOfPart(analysis, index).length === 0 && firstDoubtWithin(analysis, part.span) === undefined;
}

const GRAVE = ['delete', 'write', 'send', 'run'] as const;

/** Adds the effects of a part other than reading, for an overview of many parts. */
export function withDeeds(draft: DraftVerdict, index: number, { analysis }: CommandFacts): DraftVerdict {
  const effects = effectsOfPart(analysis, index);
  if (effects.every(({ kind }) => kind === 'read')) return draft;
  const does = GRAVE.filter((grave) => effects.some(({ kind }) => kind === grave));
  return { ...draft, does };
}
