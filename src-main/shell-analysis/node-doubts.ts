import { dequote } from './dequote.ts';
import type { SyntaxNode, TreeAssignment } from './parse-bash.ts';
import { textOf } from './read-words.ts';
import { type Findings, type Scope, spanIn } from './scope.ts';

const WHY: Readonly<Record<string, string>> = {
  Function: 'a function may take the place of a program',
  Coproc: 'a program runs beside the line',
  For: 'a loop sets a variable',
  Select: 'a loop sets a variable',
  ArithmeticFor: 'an arithmetic expression is evaluated',
  ArithmeticCommand: 'an arithmetic expression is evaluated',
  ArithmeticExpansion: 'an arithmetic expression is evaluated',
  SimpleExpansion: 'a variable is expanded',
  ParameterExpansion: 'a variable is expanded',
  LocaleString: 'a text may be translated',
  // The shell that runs it reads such a pattern in another way unless it was told of it.
  ExtendedGlob: 'an extended pattern is used',
  FileDescriptorVariable: 'a variable is set',
};

const SUBSCRIPT = 'a subscript is evaluated';
const ARITHMETIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/** What a node makes unknown, whatever the command is that it stands in. */
export function doubtNode(node: SyntaxNode, scope: Scope, found: Findings): void {
  const why = WHY[node.type];
  if (why !== undefined) found.doubt(spanIn(scope, node), why);
  if (node.type === 'HereDoc' && node.closing === undefined) {
    found.doubt(spanIn(scope, node), 'a here-document does not end');
  }
  const evaluated = evaluatedIn(node, scope);
  if (evaluated !== undefined) found.doubt(spanIn(scope, node), evaluated);
}

/** Text that `[[` and assignments evaluate although it is quoted. */
function evaluatedIn(node: SyntaxNode, scope: Scope): string | undefined {
  if (node.type === 'Assignment') return isNumbered(node, scope) ? undefined : SUBSCRIPT;
  if (node.type === 'TestUnary' && (node.operator === '-v' || node.operator === '-R')) {
    const name = dequote(textOf(scope, node.operand)).literal ?? '[';
    return name.includes('[') ? SUBSCRIPT : undefined;
  }
  if (node.type !== 'TestBinary' || !ARITHMETIC.has(node.operator)) return undefined;
  const sides = [node.left, node.right].map((word) => dequote(textOf(scope, word)).literal ?? '');
  return sides.every((side) => /^[+-]?\d+$/.test(side)) ? undefined : 'an arithmetic expression is evaluated';
}

const isNumbered = ({ index }: TreeAssignment, scope: Scope): boolean =>
  index === undefined || /^\d+$/.test(textOf(scope, index));
