import type { Rule, RuleSubject } from '#contract';
import { isRest, type Pattern } from './match-arguments.ts';
import { isKnownProgram } from './program-form.ts';
import { scriptWords } from './script-words.ts';

/** A rule's subject in words, such as `npm run, and anything after it`. */
export function subjectWords(subject: RuleSubject, verdict: Rule['verdict'] = 'allow'): string {
  switch (subject.kind) {
    case 'command':
      return commandWords(subject, verdict);
    case 'file':
      return `${{ read: 'reading', write: 'changing', delete: 'deleting' }[subject.access]} ${subject.path}`;
    case 'tool':
      return toolWords(subject);
  }
}

const known = new WeakMap<RuleSubject, string>();

/** Words for a rule, put together once: it may decide about every part of many lines. */
export function ruleWords({ verdict, subject }: Pick<Rule, 'verdict' | 'subject'>): string {
  const words = known.get(subject) ?? subjectWords(subject, verdict);
  known.set(subject, words);
  return `${verdict} ${words}`;
}

/** Words for the place in which a rule lets a command run, to follow the command. */
const PLACES = { box: 'in the box', network: 'in the box with network', outside: 'outside the box' } as const;

function commandWords(subject: Extract<RuleSubject, { kind: 'command' }>, verdict: Rule['verdict']): string {
  const { program, arguments: patterns, wrappers, variables, redirections, script, cwd, runs } = subject;
  const last = patterns.at(-1);
  const fixed = isRest(last) ? patterns.slice(0, -1) : patterns;
  const line = [program === '*' ? 'any program' : quoteWord(program), ...fixed.map(wordWords)].join(' ');
  const texts = redirections.filter((one) => one.startsWith('<<'));
  const files = redirections.filter((one) => !one.startsWith('<<'));
  const more = [
    last === undefined
      ? ''
      : verdict === 'deny' && isRest(last)
        ? 'anything after it'
        : restWords(last, { program, isOfScript: scriptWords(subject) !== undefined }),
    wrappers.length > 0 ? `also run by ${wrappers.join(', ')}` : '',
    variables.length > 0 ? `also with ${variables.join(', ')} set` : '',
    ...texts.map((text) => (text === '<<*' ? 'given any text' : `given the text ${quoteWord(text.slice(2))}`)),
    files.length > 0 ? `also redirected to or from ${files.join(', ')}` : '',
    cwd === undefined ? '' : `in ${cwd}`,
    script === undefined ? '' : `as long as ${script.of} stays as it is`,
    runs === undefined ? '' : PLACES[runs],
  ];
  return [line, ...more.filter((text) => text !== '')].join(', ');
}

const ANY = { word: 'any word', path: 'a path inside', number: 'a number', name: 'a name' } as const;
const MORE = { word: 'words', path: 'paths inside the workspace', number: 'numbers', name: 'names' } as const;

function wordWords(pattern: Pattern): string {
  if (typeof pattern === 'string') return quoteWord(pattern);
  if ('options' in pattern) return `(${pattern.options.map(quoteWord).join(' or ')})`;
  if ('glob' in pattern) return pattern.glob;
  if ('variable' in pattern) return `$${pattern.variable}`;
  return 'any' in pattern && pattern.any !== 'rest' ? `(${ANY[pattern.any]})` : '';
}

/** Describes what may follow. */
function restWords(pattern: Pattern, { program, isOfScript }: { program: string; isOfScript: boolean }): string {
  if (typeof pattern === 'string') return '';
  if ('any' in pattern && pattern.any === 'rest') {
    if (program === '*') return 'anything after it';
    return isKnownProgram(program)
      ? 'then options and words that are known to be safe'
      : 'then words that are no options';
  }
  if (!('rest' in pattern)) return '';
  if (isOfScript && pattern.rest === 'word') return 'with words that are no options';
  return typedRest(pattern.rest, isKnownProgram(program) ? 'its safe options' : '');
}

function typedRest(rest: Extract<Pattern, { rest: unknown }>['rest'], options: string): string {
  if (rest === 'options') return options && `with ${options}`;
  const types = typeof rest === 'string' ? [rest] : rest;
  const operands = types.map((type, at) => (at < types.length - 1 ? ANY[type] : MORE[type])).join(', then ');
  return `with ${[options, operands].filter((text) => text !== '').join(' and ')}`;
}

function toolWords({ provider, tool, arguments: values }: Extract<RuleSubject, { kind: 'tool' }>): string {
  const given = Object.entries(values).map(([path, value]) => `${path} = ${value}`);
  return `${tool} of ${provider}${given.length > 0 ? ` with ${given.join(', ')}` : ''}`;
}

/** Quotes a word so that bash reads it back unchanged. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
