import { type Analysis, constructWords } from '#shell-analysis';
import { withoutLineBreaks } from './sensitive-variables.ts';

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

/** Describes the parts of a line's shape that are not followed. */
export function* shapesNotFollowed({ line, nodeTypes }: Analysis): Generator<string, void> {
  if (nodeTypes.has('Function')) yield 'It defines a function, which may replace a program in later commands';
  for (const type of nodeTypes) {
    if (type !== 'Function' && !FOLLOWED.has(type))
      yield `What it does is not followed through ${constructWords(type)}`;
  }
  const texts = [...new Set([line, withoutLineBreaks(line)])];
  if (texts.some(evaluatesVariable)) yield 'An expansion evaluates what is in a variable';
  if (texts.some((text) => text.includes('$['))) yield 'An arithmetic expression is evaluated';
  if (CONTINUED_WITHIN.test(line)) yield 'A line ends within what begins an expansion';
}

/** `$(`, `((`, `<(` and the like, in two lines. */
const CONTINUED_WITHIN = /\$(?:\\\n)+[({[]|\((?:\\\n)+\(|[<>](?:\\\n)+[(<]/;

function evaluatesVariable(text: string): boolean {
  return [...text.matchAll(/\$\{/g)].some(({ index }) => !PLAIN_EXPANSION.test(text.slice(index, index + 200)));
}
