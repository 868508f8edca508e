import { posix } from 'node:path';
import type { Part } from '#shell-analysis';
import type { CommandFacts } from '../decide/facts.ts';
import { isWithin, pathsOf } from '../decide/targets.ts';
import { isHarmless } from './cover-part.ts';
import type { CommandRule } from './match-arguments.ts';

/** The narrowest rule that could cover a part: its words to the letter; undefined where some are known only when it runs. */
export function exactRule(part: Part, index: number, facts: CommandFacts, workspace: string): CommandRule | undefined {
  const words = part.words.slice(1).map(({ literal }) => literal);
  const redirections = namedRedirections(part, index, facts, workspace);
  if (part.program === undefined || words.some((word) => word === undefined) || redirections === undefined) return;
  return {
    kind: 'command',
    program: part.program,
    arguments: words.filter((word) => word !== undefined),
    wrappers: [...new Set(part.wrappers)],
    variables: [...new Set(part.assignments.map(({ name }) => name))],
    redirections,
  };
}

function namedRedirections(part: Part, index: number, facts: CommandFacts, workspace: string): string[] | undefined {
  const named = new Set<string>();
  for (const one of part.redirections.filter((redirection) => !isHarmless(redirection))) {
    const paths = pathsOf({ target: one.here ? undefined : one.target?.literal, part: index }, facts);
    if (paths === undefined || paths.some((path) => /[*?]/.test(path))) return undefined;
    for (const path of paths) named.add(isWithin(workspace, path) ? posix.relative(workspace, path) : path);
  }
  return [...named];
}
