import { dequote } from './dequote.ts';
import type { Assignment, Redirection, Word } from './model.ts';
import type { HereDoc, TreeAssignment, TreeRedirection, TreeWord } from './parse-bash.ts';
import { type NodeScope, spanIn } from './scope.ts';

interface SyntaxSpan {
  readonly pos: number;
  readonly end: number;
}

export const sourceText = (scope: NodeScope, node: SyntaxSpan) => scope.source.slice(node.pos, node.end);

export function wordOf(scope: NodeScope, node: SyntaxSpan): Word {
  const text = sourceText(scope, node);
  const { literal, expansions, isQuoted } = dequote(text);
  return { span: spanIn(scope, node), text, literal, expansions, isQuoted };
}

export function assignmentOf(scope: NodeScope, node: TreeAssignment): Assignment {
  const isPlain = node.index === undefined && node.value.type === 'Word' && !node.append;
  return {
    span: spanIn(scope, node),
    name: node.name,
    value: isPlain ? wordOf(scope, node.value) : undefined,
  };
}

export function redirectionOf(scope: NodeScope, node: TreeRedirection): Redirection {
  const descriptor = node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : undefined;
  const span = spanIn(scope, node);
  const { operator } = node;
  if (node.type === 'HereDoc') return { span, operator, descriptor, target: undefined, here: hereDocument(node) };
  const target = node.target && wordOf(scope, node.target);
  const here = node.type === 'Redirect' ? undefined : hereString(target);
  return { span, operator, descriptor, target, here };
}

const hereString = (target: Word | undefined): Redirection['here'] => ({
  text: target?.literal ?? target?.text ?? '',
  isLiteral: target?.literal !== undefined,
});

function hereDocument(node: HereDoc): Redirection['here'] {
  const text = node.operator === '<<-' ? node.body.text.replaceAll(/^\t+/gm, '') : node.body.text;
  return { text, isLiteral: node.delimiter?.quoted === true || !/[$`\\]/.test(text) };
}

export const isAssignment = (node: { readonly type: string }): node is TreeAssignment => node.type === 'Assignment';
export const isWord = (node: { readonly type: string }): node is TreeWord => node.type === 'Word';
