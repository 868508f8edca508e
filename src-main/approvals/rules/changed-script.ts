/** Scripts that rules are bound to: whether they are as they were, and stay so until they run. */
import { posix } from 'node:path';
import type { Effect } from '#shell-analysis';
import type { CommandFacts, Script } from '../decide/facts.ts';
import { isRewriting } from '../decide/needed-place.ts';
import { effectPaths, isChange, isWithin } from '../decide/targets.ts';
import { isGlob } from './given-texts.ts';
import { matchesGlob } from './glob.ts';
import type { CommandRule } from './match-arguments.ts';

/**
 * Explains why a rule that is bound to a script does not count: the script has changed, or the line may change it, by
 * what it says or by what git puts in place.
 */
export function whyBindingFails({ script }: CommandRule, index: number, facts: CommandFacts): string | undefined {
  if (script === undefined) return undefined;
  const now = facts.diskFacts.scripts?.[index]?.find(({ of, hash }) => of === script.of && hash === script.hash);
  if (now === undefined || facts.analysis.effects.some((effect) => mayChangeScript(effect, now, facts)))
    return `${script.of} has changed since you allowed it`;
  return facts.analysis.parts.some(isRewriting)
    ? `git may put another version of ${script.of} in place in the same line`
    : undefined;
}

const mayChangeScript = (effect: Effect, { file, others = [] }: Script, facts: CommandFacts): boolean =>
  [file, ...others].some((one) => mayChange(effect, one, facts));

/** Whether an effect may change or replace a file: it names the file or a folder around it, or what it names is not known. */
function mayChange(effect: Effect, file: string, facts: CommandFacts): boolean {
  if (!isChange(effect) || (effect.ending !== undefined && !file.toLowerCase().endsWith(effect.ending))) return false;
  if (effect.target !== undefined)
    return effectPaths(effect, facts)?.some((path) => isWithin(path, file) || isPlaceOf(file, path)) ?? true;
  const { word, part } = effect;
  if (word === undefined || !isGlob(word)) return true;
  // The names that two patterns share are not worked out.
  if (file.includes('*')) return true;
  return facts.folders[part]?.some((folder) => matchesAround(`${folder}/${word.text}`, file)) ?? true;
}

/** Whether a pattern stands for a file or a folder around it. */
function matchesAround(pattern: string, file: string): boolean {
  const glob = posix.normalize(pattern);
  for (let at = file; at.length > 1; at = posix.dirname(at)) if (matchesGlob(glob, at)) return true;
  return false;
}

/** Whether a path is one that a pattern stands for, or may be a folder around one. */
function isPlaceOf(pattern: string, path: string): boolean {
  if (!pattern.includes('*')) return false;
  for (let at = pattern; at.length > 1; at = posix.dirname(at)) if (matchesGlob(at, path)) return true;
  return false;
}
