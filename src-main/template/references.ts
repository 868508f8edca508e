import type { TemplateTree, VariableNode } from './nodes.ts';
import { rootPath, walkTemplate } from './walk-tree.ts';

/** Fields of the data a template is given: a chain from `$`, or from a dot that is still the root. */
export interface Reference {
  readonly path: readonly string[];
  /** UTF-16 units of the text. */
  readonly offset: number;
  readonly end: number;
  /** Name of the template whose text it is. */
  readonly template: string;
  /** Whether it may be missing: it is in the pipeline of `if`, `with`, `range`, or an operand of `and`, `or`, `not`. */
  readonly isInCondition: boolean;
  /** Whether it is in a body that `if`, `range` or `with` may leave out. */
  readonly isInBody: boolean;
}

/** Whether the data as a whole is an operand: a dot that is still the root, or `$`. */
export function usesRoot(tree: TemplateTree): boolean {
  let isUsed = false;
  walkTemplate(tree, {
    operand(node, { isRootDot }) {
      isUsed ||= node.kind === 'dot' ? isRootDot : node.kind === 'variable' && isRoot(node);
      return true;
    },
  });
  return isUsed;
}

/** Wherever it has been assigned, too. */
function isRoot({ names }: VariableNode): boolean {
  return names.length === 1 && names[0] === '$';
}

/**
 * Lists the references in the text of this template, in order. Those in templates that it calls are not included: their
 * root is the argument of the call. Variables are followed if they are declared as the root itself and never assigned.
 */
export function referencesOf(tree: TemplateTree): readonly Reference[] {
  const references: Reference[] = [];
  const template = tree.source.name;
  walkTemplate(tree, {
    operand(node, { isRootDot, isInCondition, isInBody }, roots) {
      if (node.kind === 'pipe') return true;
      const path = rootPath(node, isRootDot, roots);
      if (path === undefined) return true;
      const offset = 'start' in node ? node.start : node.offset;
      if (path.length > 0) references.push({ path, offset, end: node.end, template, isInCondition, isInBody });
      return false;
    },
  });
  return references;
}
