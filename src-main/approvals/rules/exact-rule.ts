import { posix } from 'node:path';
import type { Redirection, SimpleCommand } from '#shell-analysis';
import type { CommandFacts, Script } from '../decide/facts.ts';
import { effectPaths, isWithin } from '../decide/targets.ts';
import { isHarmlessRedirection } from './cover-part.ts';
import { givenTexts } from './given-texts.ts';
import type { CommandRule, Pattern } from './match-arguments.ts';
import type { GivenText } from './word-types.ts';

/**
 * The narrowest rule that could cover a part: its words to the letter; undefined if some are known only when it runs.
 */
export function exactRule(
  part: SimpleCommand,
  index: number,
  facts: CommandFacts,
  workspace: string,
): CommandRule | undefined {
  const words = namedWords(givenTexts(part, { part: index, facts, workspace }) ?? []);
  const redirections = namedRedirections(part, index, facts, workspace);
  if (part.program === undefined || words === undefined || redirections === undefined) return;
  return {
    kind: 'command',
    program: part.program,
    arguments: words,
    wrappers: distinct(part.wrappers),
    variables: distinct(part.assignments.map(({ name, value }) => `${name}=${value?.literal ?? ''}`)),
    redirections,
    ...scriptOf(facts.diskFacts.scripts?.[index]?.[0]),
  };
}

/** Reference to the script of a part that a rule stores. */
export const scriptOf = (script: Script | undefined) => script && { script: { of: script.of, hash: script.hash } };

/** Names the words that are the same in every round of a loop. */
function namedWords(rounds: readonly (readonly GivenText[])[]): Pattern[] | undefined {
  const [first, ...more] = rounds;
  const words = first?.map((text, at) =>
    more.length === 0 ? patternOf(text) : namedWord([text, ...more.flatMap((round) => round[at] ?? [])]),
  );
  return words?.every((word) => word !== undefined) ? words : undefined;
}

function namedWord(texts: readonly GivenText[]): Pattern | undefined {
  const all = distinct(texts.map(({ text }) => text));
  const [kind, ...others] = new Set(texts.map((one) => one.kind));
  const [text = ''] = all;
  if (others.length > 0 || kind === undefined) return undefined;
  if (all.length > 1) return kind === 'literal' ? { options: all } : undefined;
  return patternOf({ kind, text });
}

function patternOf({ kind, text }: GivenText): Pattern {
  if (kind === 'literal') return text;
  return kind === 'glob' ? { glob: text } : { variable: text };
}

const distinct = (texts: readonly string[]): string[] => (texts.length < 2 ? [...texts] : [...new Set(texts)]);

function namedRedirections(
  part: SimpleCommand,
  index: number,
  facts: CommandFacts,
  workspace: string,
): string[] | undefined {
  if (part.redirections.length === 0) return [];
  const all = part.redirections
    .filter((one) => !isHarmlessRedirection(one))
    .map((one) => redirectionNames(one, index, facts));
  if (!all.every((names) => names !== undefined)) return undefined;
  const shown = (name: string) => (isWithin(workspace, name) ? posix.relative(workspace, name) : name);
  return distinct(all.flat().map(shown));
}

/** The files, or the text that it is given. */
function redirectionNames({ here, target }: Redirection, part: number, facts: CommandFacts): string[] | undefined {
  if (here) return here.isLiteral ? [`<<${here.text}`] : undefined;
  const paths = effectPaths({ target: target?.literal, part }, facts);
  return paths?.some((path) => /[*?]/.test(path)) ? undefined : paths;
}
