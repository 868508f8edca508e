import { posix } from 'node:path';
import type { RuleSubject } from '#contract';
import { PROGRAMS } from '#shell-analysis';

type CommandRule = Extract<RuleSubject, { kind: 'command' }>;

/**
 * Number of words of a rule that name the script; further ones are given to the script, which the rule is bound to.
 * Undefined for every other rule: one that runs outside the box or with the network, for a program, a script of
 * package.json, a target of make.
 */
export function scriptWords(rule: Pick<CommandRule, 'program' | 'arguments' | 'script' | 'runs'>): number | undefined {
  const { program, arguments: patterns, script, runs } = rule;
  // With more than the box lets it do, what a script is given matters as much as the script.
  if (script === undefined || runs !== 'box') return undefined;
  const [first] = patterns;
  if (PROGRAMS.get(program)?.scripts?.kind !== 'first-word' || typeof first !== 'string') return undefined;
  return !first.startsWith('-') && posix.normalize(first) === script.of ? 1 : undefined;
}
