import { dequote } from './dequote.ts';
import type { PlainCode } from './doubt-sentences.ts';
import type { Expansion, Word } from './model.ts';
import type { SyntaxNode, TreeAssignment } from './parse-bash.ts';
import { sourceText } from './read-words.ts';
import { type NodeScope, spanIn, type WalkFindings } from './scope.ts';

const CODES: Readonly<Partial<Record<SyntaxNode['type'], PlainCode>>> = {
  Function: 'function',
  Coproc: 'coprocess',
  For: 'loop-variable',
  Select: 'loop-variable',
  ArithmeticFor: 'arithmetic',
  ArithmeticCommand: 'arithmetic',
  ArithmeticExpansion: 'arithmetic',
  SimpleExpansion: 'variable-expansion',
  ParameterExpansion: 'variable-expansion',
  LocaleString: 'translated-text',
  // The shell that runs it reads such a pattern in another way unless it was told of it.
  ExtendedGlob: 'extended-pattern',
  FileDescriptorVariable: 'descriptor-variable',
};

/** Tests that evaluate both sides as arithmetic. */
export const ARITHMETIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/** Adds the doubts about a node that apply whatever command contains it. */
export function doubtNode(node: SyntaxNode, scope: NodeScope, found: WalkFindings): void {
  const code = CODES[node.type];
  if (code !== undefined) found.doubt(spanIn(scope, node), code);
  if (node.type === 'HereDoc' && node.closing === undefined) {
    found.doubt(spanIn(scope, node), 'unfinished-here-document');
  }
  const evaluated = evaluatedIn(node, scope);
  if (evaluated !== undefined) found.doubt(spanIn(scope, node), evaluated);
}

/** Text that `[[` and assignments evaluate although it is quoted. */
function evaluatedIn(node: SyntaxNode, scope: NodeScope): PlainCode | undefined {
  if (node.type === 'Assignment') return isNumbered(node, scope) ? undefined : 'subscript';
  if (node.type === 'TestUnary' && (node.operator === '-v' || node.operator === '-R')) {
    const name = dequote(sourceText(scope, node.operand)).literal ?? '[';
    return name.includes('[') ? 'subscript' : undefined;
  }
  if (node.type !== 'TestBinary' || !ARITHMETIC.has(node.operator)) return undefined;
  const sides = [node.left, node.right].map((word) => dequote(sourceText(scope, word)).literal ?? '');
  return sides.every((side) => /^[+-]?\d+$/.test(side)) ? undefined : 'arithmetic';
}

const isNumbered = ({ index }: TreeAssignment, scope: NodeScope): boolean =>
  index === undefined || /^\d+$/.test(sourceText(scope, index));

/** Doubts about expansions in a word. Substitutions say so themselves, unless the parser did not find what our own reading did. */
export const EXPANSION_CODES: Readonly<Partial<Record<Expansion, PlainCode>>> = {
  parameter: 'variable-expansion',
  command: 'command-substitution',
  process: 'process-substitution',
  arithmetic: 'arithmetic',
  glob: 'glob',
  tilde: 'tilde',
  brace: 'braces',
};

/** Whether what is expanded in a word may run a program. */
export const mayRun = ({ expansions }: Word): boolean =>
  [...expansions].some((one) => one !== 'glob' && one !== 'tilde' && one !== 'brace');
