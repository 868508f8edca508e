import type { Analysis, Span, Unknown } from '#shell-analysis';
import { joined } from './ruling-variables.ts';

/**
 * What the text of a line does not prove and what does no harm, since what it stands for is looked at elsewhere: what programs are
 * given by `expanded-words`, variables by `ruling-variables`, the programs themselves one by one. All else is a reason to ask.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'paths behind it begin in another folder',
  'it sets variables, which programs and later words obey',
  'a variable is set, which programs and later words may obey',
  'a loop sets a variable',
  'a variable is expanded',
  "a program's output is put in",
  'a program stands for a file',
  'a pattern stands for file names',
  'a tilde stands for a folder',
  'braces are expanded',
  'it handles other programs',
  'what follows may not run',
  'variables are shown, keys among them',
  'it runs when a signal comes',
  'it adds arguments from its input',
  'find puts in the names of what it finds',
  'it changes how the shell works',
  'it reads folders',
]);

/** Types of a tree's nodes whose meaning is followed; unbash's names. */
const FOLLOWED: ReadonlySet<string> = new Set(
  `Script Statement CompoundList AndOr Pipeline Negation Time Command Subshell BraceGroup If Elif For While Case CaseItem
  TestCommand TestBinary TestGroup TestLogical TestNot TestUnary Word Literal SingleQuoted DoubleQuoted AnsiCQuoted Glob
  BraceExpansion SimpleExpansion ParameterExpansion CommandExpansion ProcessSubstitution Default Remove Replace CaseModification
  Assignment Redirect Redirected FileDescriptor HereDoc HereDocBody HereDocDelimiter HereString ArithmeticExpansion
  ArithmeticCommand ArithmeticBinary ArithmeticGroup ArithmeticTernary ArithmeticUnary ArithmeticWord`.split(/\s+/),
);

/** `$x`, `${x}`, `${x:-y}`, `${x%.*}` and the like; not `${x@P}`, `${!x}`, `${x[y]}`, `${x:y}`, which evaluate what is in a variable. */
const PLAIN_EXPANSION =
  /^\$\{(?:#?(?:\w+|[@*#?$!-])\}|(?:\w+|[@*])(?::?[-=?+]|##?|%%?|\/|\^\^?|,,?|:\s?\d+(?::\d+)?\}))/;

const ARITHMETIC = 'an arithmetic expression is evaluated';

/** The doubt itself, where it is a reason to ask; undefined where it does no harm. */
export function whyItMatters(doubt: Unknown, { line, unknown }: Analysis): string | undefined {
  const { why, span } = doubt;
  if (HARMLESS.has(why)) return undefined;
  if (why !== ARITHMETIC) return why;
  // Of a word with expressions in it, each expression is a doubt of its own.
  const isAround = unknown.some((other) => other !== doubt && other.why === why && isWithin(other.span, span));
  return isAround || isOfNumbers(line.slice(span.start, span.end)) ? undefined : why;
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;
}

/** A name's value is evaluated in its turn, and may run programs; quotes may hide a name. */
function isOfNumbers(text: string): boolean {
  return text.length > 0 && !/[a-zA-Z_$`@['"\\]/.test(text.replace(/^\$/, ''));
}

/** What in a line's shape is not followed, in words. */
export function* shapesNotFollowed({ line, nodeTypes }: Analysis): Generator<string, void> {
  if (nodeTypes.has('Function')) yield 'It defines a function, which may take the place of a program in later commands';
  for (const type of nodeTypes) {
    if (type !== 'Function' && !FOLLOWED.has(type)) yield `It has a construct that is not followed (${type})`;
  }
  const texts = [...new Set([line, joined(line)])];
  if (texts.some(evaluatesVariable)) yield 'An expansion evaluates what is in a variable';
  if (texts.some((text) => text.includes('$['))) yield 'An arithmetic expression is evaluated';
  if (CONTINUED_WITHIN.test(line)) yield 'A line ends within what begins an expansion';
}

/** `$(`, `((`, `<(` and the like, in two lines. */
const CONTINUED_WITHIN = /\$(?:\\\n)+[({[]|\((?:\\\n)+\(|[<>](?:\\\n)+[(<]/;

function evaluatesVariable(text: string): boolean {
  return [...text.matchAll(/\$\{/g)].some(({ index }) => !PLAIN_EXPANSION.test(text.slice(index, index + 200)));
}
