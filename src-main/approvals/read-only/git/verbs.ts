/** Verbs of git that only read, by what the table of programs says of them. */
import {
  type ArgumentWord,
  optionsOf,
  type ParsedArguments,
  PROGRAMS,
  type ProgramDeclaration,
  plainWords,
  readWords,
} from '#shell-analysis';
import { absolute, type PathJudge } from '../path-judge.ts';
import { expectedOperands, whyNotGiven, whyNotOperands } from '../why-not-words.ts';
import { whyNotOperand } from './operands.ts';

/**
 * Explains why a verb with its words is not proven to only read, or returns nothing; `git stash` and its like have a
 * verb of two words.
 */
export function whyNotVerb(words: readonly string[], pathJudge: PathJudge): string | undefined {
  const { declared, verbs } = verbOf(words);
  if (declared?.readsOnly === undefined || declared.readsOnly === true)
    return `git ${words.slice(0, 2).join(' ')} is not known to read only`;
  const { readsOnly } = declared;
  const read = readWords(plainWords(words.slice(verbs)), optionsOf(declared));
  const shows = typeof readsOnly.shows === 'function' ? readsOnly.shows(read) : (readsOnly.shows ?? 'contents');
  const whyNotPath = (path: string) => (shows === 'contents' ? pathJudge.whyNotRead(path) : pathJudge.whyNotSee(path));
  const checks = { path: (value: string) => whyNotOperand(value, whyNotPath) };
  const kinds = readsOnly.operands?.(read) ?? expectedOperands(declared, read);
  const why =
    whyNotGiven(read, pathJudge, checks) ??
    whyNotOperands(read.operands, kinds, { pathJudge, checks }) ??
    readsOnly.whyNot?.(read);
  if (why === undefined)
    pathJudge.keepGit({ shows, needsRepository: needsRepository(readsOnly.needsRepository, read, pathJudge) });
  return why;
}

/** The longest verb that is known, and how many words it has. */
function verbOf([first = '', second = '']: readonly string[]): {
  declared: ProgramDeclaration | undefined;
  verbs: number;
} {
  const all = PROGRAMS.get('git')?.verbs ?? {};
  const verb = Object.hasOwn(all, first) ? all[first] : undefined;
  const long = verb?.verbs && Object.hasOwn(verb.verbs, second) ? verb.verbs[second] : undefined;
  return long === undefined ? { declared: verb, verbs: 1 } : { declared: long, verbs: 2 };
}

function needsRepository(
  when: 'always' | 'between-files' | undefined,
  { operands }: ParsedArguments<ArgumentWord>,
  { files, cwds }: PathJudge,
): boolean {
  if (when !== 'between-files') return when === 'always';
  const isThere = (path: string) => cwds.some((cwd) => files.realpath(absolute(path, cwd)) !== undefined);
  return operands.filter(({ literal = '' }) => isThere(literal)).length > 1;
}
