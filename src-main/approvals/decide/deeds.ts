/** What one part of a line does, as a person is told: it decides nothing. */
import { doubtsWithin, effectsOfPart } from './by-part.ts';
import type { Draft } from './drafts.ts';
import type { CommandFacts } from './facts.ts';

export const TOUCHES_NOTHING = 'By itself it touches no file; it is asked about with the rest of the line';

/** All of it is written out, and a program is known that does nothing with it; what stands around it is not proven. */
export function touchesNothingByItself(index: number, { analysis }: CommandFacts): boolean {
  const part = analysis.parts[index];
  if (part === undefined || part.program === undefined || part.assignments.length + part.redirections.length > 0)
    return false;
  if (part.wrappers.length > 0 || part.words.some(({ literal }) => literal === undefined)) return false;
  return effectsOfPart(analysis, index).length === 0 && doubtsWithin(analysis, part.span).next().done === true;
}

const GRAVE = ['delete', 'write', 'send', 'run'] as const;

/** What a part does beside reading, for whoever looks over many of them. */
export function deedsOf(index: number, { analysis }: CommandFacts): Pick<Draft, 'does'> {
  const kinds = new Set(effectsOfPart(analysis, index).map(({ kind }) => kind));
  const does = GRAVE.filter((kind) => kinds.has(kind));
  return does.length === 0 ? {} : { does };
}
