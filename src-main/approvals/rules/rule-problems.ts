import type { Rule, RuleSubject } from '#contract';
import { isRest, type Pattern } from './match-arguments.ts';
import { isAbsoluteGlob, withSlashes } from './match-path.ts';

type WrittenRule = Pick<Rule, 'verdict' | 'subject'>;

/** Explains why a rule can never apply; undefined for one that may. */
export function whyRuleIsWrong({ verdict, subject }: WrittenRule): string | undefined {
  switch (subject.kind) {
    case 'command':
      return whyCommandIsWrong(verdict, subject);
    case 'file':
      return whyPathIsWrong(subject.path);
    case 'tool':
      return undefined;
  }
}

function whyCommandIsWrong(
  verdict: Rule['verdict'],
  {
    program,
    arguments: patterns,
    wrappers,
    variables,
    redirections,
    cwd,
    runs,
  }: Extract<RuleSubject, { kind: 'command' }>,
): string | undefined {
  if (/\s/.test(program.trim()) || program !== program.trim()) {
    return `"${program}" is no program: its arguments go into a list of their own`;
  }
  if (patterns.slice(0, -1).some(isRest)) return 'Nothing can follow "any number of further words"';
  const narrow = verdict === 'deny' && patterns.find((one) => typeof one === 'object' && !isDenying(one));
  if (narrow !== false && narrow !== undefined) {
    return 'A rule that denies takes words to the letter, {options: …}, {any: word} and {any: rest}: types of words narrow what is allowed';
  }
  const names = variables.find((name) => !/^[A-Za-z_]\w*(=|$)/.test(name));
  if (names !== undefined) return `"${names}" is no name of a variable`;
  const isNarrowed = wrappers.length + variables.length + redirections.length > 0 || (cwd ?? runs) !== undefined;
  if (verdict === 'deny' && isNarrowed) {
    return 'A rule that denies a program denies it whatever runs it, wherever it stands: name its program and arguments alone';
  }
  return [...redirections, ...(cwd === undefined ? [] : [cwd])].map(whyPathIsWrong).find((why) => why !== undefined);
}

function isDenying(pattern: Exclude<Pattern, string>): boolean {
  return 'options' in pattern || ('any' in pattern && (pattern.any === 'word' || pattern.any === 'rest'));
}

function whyPathIsWrong(glob: string): string | undefined {
  // A text that it is given.
  if (glob.startsWith('<<')) return undefined;
  const slashed = withSlashes(glob);
  if (slashed.startsWith('~')) return `"${glob}": write the home folder out, as in /home/me/notes`;
  if (slashed.split('/').includes('..')) return `"${glob}" leaves its folder (..), so that no path can match it`;
  if (/[[\]{}]/.test(slashed)) return `"${glob}": only *, ? and ** stand for names`;
  if (slashed.endsWith('/') && slashed !== '/')
    return `"${glob}" ends in a slash, as no path does; for all in it write ${glob}**`;
  if (slashed.includes('//') && !isAbsoluteGlob(glob)) return `"${glob}" has an empty name in it`;
  return undefined;
}
