import type { WordType } from '#contract';
import { type CommandRule, isNaming, type Pattern } from './match-arguments.ts';
import { isWordType, operandType } from './open-words.ts';
import { type Form, formOf, type GivenWord, type OperandType, readGivenWords } from './program-form.ts';
import { scriptWords } from './script-words.ts';

/** Wrappers that add words nobody sees. */
const ADDING_WRAPPERS = new Set(['xargs', 'parallel', 'find', 'fd', 'ssh', 'watch', 'entr', 'trap', 'eval']);
/** Programs whose input may be any text: they keep or print it. */
const TAKES_TEXT = new Set(['cat', 'tee']);

/**
 * The next wider rule: the sub-command, with its safe options and operands of their types. What is not safe to leave
 * open stays as it was written; undefined if nothing is.
 */
export function openRule(exact: CommandRule): CommandRule | undefined {
  if (exact.wrappers.some((wrapper) => ADDING_WRAPPERS.has(wrapper))) return undefined;
  const rest = scriptArguments(exact) ?? openWords(exact);
  const redirections = openTexts(exact);
  if (rest === undefined && redirections === undefined) return undefined;
  return { ...exact, ...(rest && { arguments: rest }), ...(redirections && { redirections }) };
}

/** Opens the arguments of a script that was given some; options of its own stay as written. */
function scriptArguments(exact: CommandRule): Pattern[] | undefined {
  const count = scriptWords(exact);
  return count === undefined || exact.arguments.length <= count
    ? undefined
    : [...exact.arguments.slice(0, count), { rest: 'word' }];
}

function openTexts({ program, redirections }: CommandRule): string[] | undefined {
  const isOpen = TAKES_TEXT.has(program) && redirections.some((one) => one.startsWith('<<'));
  return isOpen ? redirections.map((one) => (one.startsWith('<<') ? '<<*' : one)) : undefined;
}

function openWords({ program, arguments: patterns, runs }: CommandRule): Pattern[] | undefined {
  const texts = patterns.map(patternText);
  const found = formOf(program, texts, runs);
  const words = found && texts.slice(found.verbs);
  const items = words?.every((word) => word !== undefined)
    ? readGivenWords(words, found?.form as Form, runs)
    : undefined;
  if (found === undefined || items === undefined) return undefined;
  const { form, verbs } = found;
  const operands = items.filter(({ kind }) => kind === 'operand');
  const hasKept = items.some(({ kind }) => kind === 'kept');
  const typeOf = (item: GivenWord) => operandType(form, operands.indexOf(item), hasKept);
  const kept = items.filter((item) => staysAsWritten(item, typeOf(item)));
  const last = kept.at(-1);
  const fixed = last === undefined ? 0 : last.at + last.length;
  const left = operands.filter(({ at }) => at < fixed).length;
  const types = restPattern(form, left, hasKept);
  // A variable, or a pattern that stands for files now, is no text to be read on.
  if (types === undefined || patterns.slice(verbs + fixed).some((one) => !isNaming(one))) return undefined;
  return [...patterns.slice(0, verbs + fixed), { rest: types }];
}

function staysAsWritten(item: GivenWord, type: OperandType | undefined): boolean {
  if (item.kind !== 'operand') return item.kind === 'kept';
  return type === 'exact' || type === undefined;
}

/** Types of the operands that may follow; undefined if one between them stays as it is written. */
function restPattern(form: Form, from: number, hasKept: boolean): RestPattern | undefined {
  const count = Math.max(form.operands.length - from, form.hasMore ? 1 : 0);
  const all = Array.from({ length: count }, (_, at) => operandType(form, from + at, hasKept));
  const types = all.flatMap((type) => (type === undefined || type === 'exact' ? [] : [asWritten(type)]));
  const [only, ...others] = new Set(types);
  if (only === undefined || all[0] === 'exact') return 'options';
  if (types.length < all.length) return undefined;
  return others.length === 0 ? only : types;
}

/** The type that a rule says; what only the table tells apart is looked at when the rule is. */
function asWritten(type: Exclude<OperandType, 'exact'>): WordType {
  if (isWordType(type)) return type;
  return type === 'branch' ? 'name' : 'word';
}

type RestPattern = Extract<Pattern, { rest: unknown }>['rest'];

function patternText(pattern: Pattern): string | undefined {
  if (typeof pattern === 'string') return pattern;
  if (typeof pattern === 'object' && 'glob' in pattern) return pattern.glob;
  return typeof pattern === 'object' && 'options' in pattern ? pattern.options[0] : undefined;
}
