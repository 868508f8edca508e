import type { DoubtCode, Effect, Redirection, SimpleCommand, Span, Word } from '#shell-analysis';
import { doubtsWithin, effectsOfPart, firstDoubtWithin } from '../decide/by-part.ts';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths, isNowhere, isWithin, mayBeOutside } from '../decide/targets.ts';
import { whyBindingFails } from './changed-script.ts';
import { givenTexts } from './given-texts.ts';
import { allows, type CommandRule, isNaming } from './match-arguments.ts';
import { meansPath } from './match-path.ts';

export const ANY_PROGRAM = '*';

/**
 * Commands after which other commands of the line may mean something else than they say, so that each has to be named
 * literally.
 */
const SHELL_CHANGERS = new Set(
  `. alias bind builtin command complete compgen compopt declare enable eval exec export getopts hash let local mapfile
  read readarray readonly set shopt source trap typeset umask unalias unset`.split(/\s+/),
);

/** Doubts for which the possible expansions of a word are followed. */
const FOLLOWED: ReadonlySet<DoubtCode> = new Set<DoubtCode>(['glob', 'variable-expansion']);

interface CoverContext {
  readonly part: SimpleCommand;
  readonly index: number;
  /** The words that the rule names, or that are safe options of the program. */
  readonly named: ReadonlySet<Word>;
  readonly facts: CommandFacts;
  readonly workspace: string;
}

/**
 * Explains why a rule that allows does not cover a part of a line; undefined if it does. Words that are expanded, and
 * wrappers, assignments and redirections that the rule does not name, are never covered.
 */
export function whyNotCovered(
  rule: CommandRule,
  index: number,
  facts: CommandFacts,
  workspace: string,
): string | undefined {
  const part = facts.analysis.parts[index];
  if (part === undefined) return 'There is no such part';
  const { program } = part;
  if (runsTheNext(part, facts.analysis.parts[index + 1]) && rule.wrappers.includes(program ?? '')) {
    return (
      whyNotCovered(rule, index + 1, facts, workspace) ??
      addedWords(part, facts) ??
      unnamedVariable(rule, part) ??
      unnamedRedirection(rule, { part, index, facts, workspace })
    );
  }
  if (program === undefined || (rule.program !== ANY_PROGRAM && rule.program !== program)) return 'Another program';
  const named = namedIn(rule, { part, index, facts, workspace });
  if (named === undefined) return 'Other arguments';
  const covering = { part, index, named, facts, workspace };
  return (
    unnamedWrapper(rule, part) ??
    unnamedVariable(rule, part) ??
    unnamedFolder(rule, covering) ??
    unnamedRedirection(rule, covering) ??
    unnamedEffect(rule, covering) ??
    uncoveredDoubt(rule, covering) ??
    whyBindingFails(rule, index, facts)
  );
}

/** Explains why a rule's binding to a script fails, if nothing else keeps the rule from covering a part. */
export function whyOnlyBindingFails(
  rule: CommandRule,
  index: number,
  facts: CommandFacts,
  workspace: string,
): string | undefined {
  if (rule.script === undefined) return undefined;
  const { script: _, ...unbound } = rule;
  return whyNotCovered(unbound, index, facts, workspace) === undefined
    ? whyNotCovered(rule, index, facts, workspace)
    : undefined;
}

/** The words that a rule answers for, where it fits in every round of the loops around the part. */
function namedIn(rule: CommandRule, { part, index, facts, workspace }: Omit<CoverContext, 'named'>) {
  const words = part.words.slice(1);
  const rounds = givenTexts(part, { part: index, facts, workspace });
  let named: Set<Word> | undefined;
  for (const round of rounds ?? []) {
    const fits = allows(rule, round, { part: index, facts, workspace });
    if (fits === undefined) return undefined;
    const here = fits.named.size === 0 ? [] : words.filter((_, at) => fits.named.has(at));
    named = new Set(named === undefined ? here : here.filter((word) => named?.has(word)));
  }
  return named;
}

/** A wrapper with nothing of its own but what it runs, as in `sudo make`: naming it is enough. */
function runsTheNext({ program, words, wrappers }: SimpleCommand, next: SimpleCommand | undefined): boolean {
  const first = next?.words[0];
  if (next === undefined || first === undefined || program === undefined) return false;
  const isSame = (one: Word | undefined, other: Word) => one !== undefined && keyOf(one.span) === keyOf(other.span);
  if (words.length !== next.words.length + 1 || !isSame(words[1], first)) return false;
  return next.wrappers.join(' ') === [...wrappers, program].join(' ');
}

/** Explains that a wrapper such as xargs gives what it runs more words than the line has: no rule names those. */
function addedWords({ span }: SimpleCommand, { analysis }: CommandFacts): string | undefined {
  for (const { code, why } of doubtsWithin(analysis, span)) if (code === 'arguments-from-input') return why;
  return undefined;
}

/**
 * Explains a mismatch of wrappers: a command that a wrapper such as ssh takes elsewhere must not run here outside the
 * box without it.
 */
function unnamedWrapper({ wrappers, runs }: CommandRule, part: SimpleCommand): string | undefined {
  const other = part.wrappers.find((name) => !wrappers.includes(name));
  if (other !== undefined) return `It is run by ${other}`;
  const missing = runs === 'outside' ? wrappers.find((name) => !part.wrappers.includes(name)) : undefined;
  return missing && `It is not run by ${missing}`;
}

function unnamedVariable({ variables }: CommandRule, part: SimpleCommand): string | undefined {
  const isNamed = (name: string, value: string) => variables.includes(name) || variables.includes(`${name}=${value}`);
  const other = part.assignments.find(
    ({ name, value }) => value?.literal === undefined || !isNamed(name, value.literal),
  );
  return other && `${other.name} is set`;
}

function unnamedFolder({ cwd }: CommandRule, { index, facts, workspace }: CoverContext): string | undefined {
  const folders = facts.folders[index];
  if (folders === undefined) return 'The folder it runs in is not known';
  const { links } = facts.diskFacts;
  const places = [workspace, links[workspace] ?? workspace];
  const isNamed = (folder: string) =>
    cwd === undefined ? places.some((one) => isWithin(one, folder)) : meansPath(cwd, folder, workspace);
  // A rule that names one folder means it wherever it leads.
  const paths = isOneFolder(cwd) ? folders : folders.flatMap((folder) => [folder, links[folder] ?? folder]);
  const other = paths.find((path) => !isNamed(path));
  return other && `It may run in ${other}`;
}

const isOneFolder = (cwd: string | undefined): boolean => cwd !== undefined && !/[*?]/.test(cwd);

/** Programs that only print or keep their input. */
const TAKES_TEXT = new Set(['cat', 'tee']);

/** A here-document or here-string: its text to the letter, or any where the program does nothing else with it. */
function isGivenText({ redirections, program }: CommandRule, here: NonNullable<Redirection['here']>): boolean {
  if (!here.isLiteral) return false;
  return redirections.includes(`<<${here.text}`) || (TAKES_TEXT.has(program) && redirections.includes('<<*'));
}

function unnamedRedirection(rule: CommandRule, covering: Omit<CoverContext, 'named'>): string | undefined {
  const { part, index, facts, workspace } = covering;
  const isNamed = (one: Redirection) => {
    if (isHarmlessRedirection(one)) return true;
    if (one.here) return isGivenText(rule, one.here);
    const target = one.target?.literal;
    const paths = effectPaths({ target, part: index }, facts);
    return (
      paths?.every((path) =>
        rule.redirections.some((glob) => !glob.startsWith('<<') && meansPath(glob, path, workspace)),
      ) ?? false
    );
  };
  const other = part.redirections.find((one) => !isNamed(one));
  return other && `It is redirected (${other.operator}${other.target ? ` ${other.target.text}` : ''})`;
}

/** Whether a redirection leads nowhere, or from one descriptor to another. */
export function isHarmlessRedirection({ operator, target }: Redirection): boolean {
  const where = target?.literal;
  if (where === undefined) return false;
  if (operator === '>&' || operator === '<&') return /^(\d{1,3}|-)$/.test(where);
  return where === '/dev/null';
}

/** Words that a rule has as `any` do not stand for a place outside, or for something else that is run. */
function unnamedEffect({ program }: CommandRule, covering: CoverContext): string | undefined {
  const { part, index, facts } = covering;
  const effects = effectsOfPart(facts.analysis, index);
  if (effects.length === 0) return undefined;
  const [first] = program === ANY_PROGRAM ? [] : part.words;
  const isNamed = (effect: Effect) => {
    const { word } = effect;
    return isNowhere(effect) || (word !== undefined && (word === first || covering.named.has(word)));
  };
  for (const effect of effects) {
    const why = isNamed(effect) ? undefined : whyNotAnywhere(effect, covering);
    if (why !== undefined) return why;
  }
  return undefined;
}

function whyNotAnywhere(effect: Effect, { facts, workspace }: CoverContext): string | undefined {
  const { kind, target, word } = effect;
  if (kind === 'send') return undefined;
  if (kind === 'run') return word && `It runs ${target ?? 'something'} besides`;
  // A pattern, or the variable of a loop: it would not fit unless all it stands for lies inside.
  if (target === undefined && word?.literal === undefined && word !== undefined) return undefined;
  if (target === undefined) return `What it would ${kind} is not known`;
  return mayBeOutside(effect, facts, workspace) ? `${target} lies outside the workspace` : undefined;
}

/**
 * Naming a program answers what is not known of it as a whole; a doubt about a word is answered by naming the word. What names
 * every program answers nothing.
 */
function uncoveredDoubt(rule: CommandRule, covering: CoverContext): string | undefined {
  const { part, facts } = covering;
  if (rule.program === ANY_PROGRAM) return firstDoubtWithin(facts.analysis, part.span)?.why;
  const isExact = rule.arguments.every(isNaming);
  if (isExact || isKnownFolderChange(covering)) return undefined;
  if (SHELL_CHANGERS.has(rule.program)) return 'What follows may mean something else after it';
  const named = new Set([...covering.named].map(({ span }) => keyOf(span)));
  // What they stand for was looked at when the rule was found to fit.
  const expanded = part.words.filter(({ literal }) => literal === undefined);
  const whole = isTextOfAShell(part) ? undefined : keyOf(part.span);
  for (const { span, code, why } of doubtsWithin(facts.analysis, part.span)) {
    if (keyOf(span) === whole || named.has(keyOf(span))) continue;
    if (!(FOLLOWED.has(code) && expanded.some((word) => isIn(span, word.span)))) return why;
  }
  return undefined;
}

/**
 * Whether a part is inside the text of `sh -c`: all of it has the position of that text, so a doubt there concerns each
 * of its words.
 */
function isTextOfAShell({ words: [first, second] }: SimpleCommand): boolean {
  return first !== undefined && second !== undefined && keyOf(first.span) === keyOf(second.span);
}

function isKnownFolderChange({ part, index, facts }: CoverContext): boolean {
  const isLast = index === facts.analysis.parts.length - 1;
  return (part.program === 'cd' || part.program === 'pushd') && (isLast || facts.folders[index + 1] !== undefined);
}

const isIn = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end;

const keyOf = ({ start, end }: Span): string => `${start}-${end}`;
