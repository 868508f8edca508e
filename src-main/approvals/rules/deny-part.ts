import { posix } from 'node:path';
import type { Rule, RuleSubject } from '#contract';
import type { Effect, SimpleCommand } from '#shell-analysis';
import { effectsOfPart } from '../decide/by-part.ts';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths, isNowhere } from '../decide/targets.ts';
import { ANY_PROGRAM } from './cover-part.ts';
import { type CommandRule, denies } from './match-arguments.ts';
import { mayMeanBelow, meansPath } from './match-path.ts';

type FileRule = Extract<RuleSubject, { kind: 'file' }>;

/** Relation of a rule that denies to a part: `may`, if it is known only at run time. */
export type Denial = 'denies' | 'may' | 'no';

/** Finds a denial of a part, whatever runs it and wherever it is. */
export function denialOf({ subject }: Rule, index: number, facts: CommandFacts, workspace: string): Denial {
  const part = facts.analysis.parts[index];
  if (part === undefined || subject.kind === 'tool') return 'no';
  if (subject.kind === 'command') return deniedProgram(subject, part);
  const found = effectsOfPart(facts.analysis, index)
    .filter((effect) => !isNowhere(effect) && isAbout(subject, effect))
    .map((effect) => deniedFile(subject, effect, facts, workspace));
  if (found.includes('denies')) return 'denies';
  return found.includes('may') ? 'may' : 'no';
}

function deniedProgram(rule: CommandRule, { program, words }: SimpleCommand): Denial {
  if (words.length === 0) return 'no';
  const isMeant =
    rule.program === ANY_PROGRAM || program === rule.program || (program && posix.basename(program)) === rule.program;
  if (program !== undefined && !isMeant) return 'no';
  const fits = denies(rule.arguments, words.slice(1));
  if (fits === false) return 'no';
  return fits === 'unsure' || program === undefined ? 'may' : 'denies';
}

/** Whether a rule covers an effect: a file that is moved away or overwritten is lost, too. */
function isAbout({ access }: FileRule, { kind }: Effect): boolean {
  if (access === 'write') return kind === 'write' || kind === 'delete';
  return kind === access;
}

function deniedFile(rule: FileRule, effect: Effect, facts: CommandFacts, workspace: string): Denial {
  const paths = effectPaths(effect, facts);
  if (paths === undefined) return 'may';
  if (paths.some((path) => meansPath(rule.path, path, workspace))) return 'denies';
  const isBelow = effect.isRecursive && paths.some((path) => mayMeanBelow(rule.path, path, workspace));
  return isBelow ? 'may' : 'no';
}
