import { dequote } from './dequote.ts';
import { ARITHMETIC } from './node-doubts.ts';
import type { SyntaxNode } from './parse-bash.ts';
import { sourceText } from './read-words.ts';
import type { NodeScope } from './scope.ts';

/** Whether a text has a command behind a mark; each is looked for once, since lines may be full of them. */
function hasCommand(text: string, behind = ''): boolean {
  const at = text.indexOf(behind);
  return at >= 0 && /\$\(|`/.test(text.slice(at));
}

/** Builtins that evaluate subscripts in words, whatever quotes stand around them. */
const EVALUATING = new Set('let declare typeset local readonly read unset wait printf test ['.split(' '));

/** Builtins among them that expand the values of an array's elements once more. */
const ARRAYS = new Set(['declare', 'typeset', 'local']);

const removeQuotes = (text: string): string => text.replaceAll(/['"\\]/g, '');

/**
 * Text of a node that is evaluated although quotes stand around what runs in it, as in `[[ 'a[$(x)]' -eq 1 ]]`, to be read as
 * within double quotes; undefined if there is none.
 */
export function hiddenText(node: SyntaxNode, scope: NodeScope): string | undefined {
  if (!LOOKED_AT.has(node.type)) return undefined;
  const text = sourceText(scope, node);
  if (isArithmetic(node) && node.expression === undefined) return text.replaceAll(/"|^\$?\(\(|\)\)$/g, '');
  const evaluated = evaluatedText(node, text, scope);
  if (evaluated === undefined || !/['"\\]/.test(text) || !hasCommand(evaluated)) return undefined;
  return isEvaluated(node, evaluated) ? removeQuotes(evaluated) : undefined;
}

const LOOKED_AT: ReadonlySet<string> = new Set(
  'ArithmeticExpansion ArithmeticCommand Assignment ParameterExpansion Redirect TestBinary TestUnary'.split(' '),
);

/** The part of a node that may be evaluated; bash expands the file that `>&` names once more. */
function evaluatedText(node: SyntaxNode, text: string, scope: NodeScope): string | undefined {
  if (node.type === 'Assignment') return node.index && sourceText(scope, node.index);
  if (node.type !== 'Redirect') return text;
  if (node.operator !== '>&' || node.target === undefined) return undefined;
  return dequote(sourceText(scope, node.target)).literal ?? text;
}

type Arithmetic = Extract<SyntaxNode, { type: 'ArithmeticExpansion' | 'ArithmeticCommand' }>;

const isArithmetic = (node: SyntaxNode): node is Arithmetic =>
  node.type === 'ArithmeticExpansion' || node.type === 'ArithmeticCommand';

const SUBSCRIPT = /^\$\{[!#]?\w+\[[^\]]*'/;

function isEvaluated(node: SyntaxNode, text: string): boolean {
  if (isArithmetic(node) || node.type === 'Assignment') return text.includes("'");
  if (node.type === 'Redirect') return true;
  if (node.type === 'ParameterExpansion') return SUBSCRIPT.test(text);
  if (node.type === 'TestBinary') return ARITHMETIC.has(node.operator) && text.includes('[');
  return node.type === 'TestUnary' && (node.operator === '-v' || node.operator === '-R') && text.includes('[');
}

/** The same as `hiddenText`, but for a word of a builtin. */
export function hiddenInWord(program = '', literal: string | undefined): string | undefined {
  if (!EVALUATING.has(program) || literal === undefined) return undefined;
  const isEvaluated = hasCommand(literal, '[') || (ARRAYS.has(program) && hasCommand(literal, '=('));
  return isEvaluated ? removeQuotes(literal) : undefined;
}

/** The same as `hiddenText`, but for an expansion in a here-document, where `'` does not quote, and in double quotes, where `$'` does not. */
export function hiddenInExpansion(node: SyntaxNode, outer: 'HereDocBody' | 'DoubleQuoted', scope: NodeScope) {
  const text = node.type === 'ParameterExpansion' ? sourceText(scope, node) : '';
  return hasCommand(text, outer === 'HereDocBody' ? "'" : "$'") ? text.replaceAll(/\$?'|"/g, '') : undefined;
}
