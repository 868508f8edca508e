import type { Rule, RuleSubject } from '#contract';
import { isRest } from './match-arguments.ts';

/** A rule's subject in words, such as `npm run, and anything after it`. */
export function subjectWords(subject: RuleSubject): string {
  switch (subject.kind) {
    case 'command':
      return commandWords(subject);
    case 'file':
      return `${{ read: 'reading', write: 'changing', delete: 'deleting' }[subject.access]} ${subject.path}`;
    case 'tool':
      return toolWords(subject);
  }
}

const known = new WeakMap<RuleSubject, string>();

/** Put together once: a rule may decide about every part of many lines. */
export function ruleWords({ verdict, subject }: Pick<Rule, 'verdict' | 'subject'>): string {
  const words = known.get(subject) ?? subjectWords(subject);
  known.set(subject, words);
  return `${verdict} ${words}`;
}

/** Where a rule lets a command run, in words that follow the command. */
const PLACES = { box: 'in the box', network: 'in the box with network', outside: 'outside the box' } as const;

function commandWords(subject: Extract<RuleSubject, { kind: 'command' }>): string {
  const { program, arguments: patterns, wrappers, variables, redirections, cwd, runs } = subject;
  const hasRest = isRest(patterns.at(-1));
  const fixed = hasRest ? patterns.slice(0, -1) : patterns;
  const words = fixed.map((pattern) => (typeof pattern === 'string' ? quoted(pattern) : '(any word)'));
  const line = [program === '*' ? 'any program' : quoted(program), ...words].join(' ');
  const more = [
    hasRest ? 'anything after it' : '',
    wrappers.length > 0 ? `also run by ${wrappers.join(', ')}` : '',
    variables.length > 0 ? `also with ${variables.join(', ')} set` : '',
    redirections.length > 0 ? `also redirected to or from ${redirections.join(', ')}` : '',
    cwd === undefined ? '' : `in ${cwd}`,
    runs === undefined ? '' : PLACES[runs],
  ];
  return [line, ...more.filter((text) => text !== '')].join(', ');
}

function toolWords({ provider, tool, arguments: values }: Extract<RuleSubject, { kind: 'tool' }>): string {
  const given = Object.entries(values).map(([path, value]) => `${path} = ${value}`);
  return `${tool} of ${provider}${given.length > 0 ? ` with ${given.join(', ')}` : ''}`;
}

/** As bash would read it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
