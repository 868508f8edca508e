import type { NamedPlace } from './api.ts';
import type { BoolNode, NilNode, NumberNode, OperandNode, StringNode, TemplateTree } from './nodes.ts';
import { type RootVariables, rootPath, type TemplateCommandPlace, walkTemplate } from './walk-tree.ts';

/** Argument known before anything is executed. */
export type ConstantArgument =
  | { readonly kind: 'constant'; readonly node: StringNode | NumberNode | BoolNode | NilNode }
  /** The field of the root that these names lead to; without a name, the root. */
  | { readonly kind: 'path'; readonly path: readonly string[] };

export interface ConstantCall extends NamedPlace {
  /** A piped value comes last. */
  readonly args: readonly ConstantArgument[];
}

/** Every call of a function in the text, in its order. */
export function calledFunctions(tree: TemplateTree): readonly NamedPlace[] {
  const called: NamedPlace[] = [];
  walkTemplate(tree, {
    operand(node) {
      if (node.kind === 'identifier') called.push({ name: node.name, offset: node.offset, end: node.end });
      return true;
    },
  });
  return called;
}

/**
 * Calls that are made whenever the template is executed, and whose arguments are known before: outside every body of `if`,
 * `range` and `with`, no operands of `and` or `or`, with constants and fields of the root alone.
 */
export function constantCalls(tree: TemplateTree): readonly ConstantCall[] {
  const calls: ConstantCall[] = [];
  walkTemplate(tree, {
    command(place, around, roots) {
      const [called] = place.command.args;
      if (called?.kind !== 'identifier' || around.isInBody || around.isOptional) return;
      const args = callArguments(place, around.isRootDot, roots);
      if (args !== undefined) calls.push({ name: called.name, offset: called.offset, end: called.end, args });
    },
  });
  return calls;
}

function callArguments(
  { command, pipe, index }: TemplateCommandPlace,
  isRootDot: boolean,
  roots: RootVariables,
): readonly ConstantArgument[] | undefined {
  const piped = index === 0 ? [] : pipe.commands[0]?.args;
  if (index > 1 || (index === 1 && piped?.length !== 1)) return undefined;
  const args: ConstantArgument[] = [];
  for (const operand of [...command.args.slice(1), ...(piped ?? [])]) {
    const argument = argumentOf(operand, isRootDot, roots);
    if (argument === undefined) return undefined;
    args.push(argument);
  }
  return args;
}

function argumentOf(node: OperandNode, isRootDot: boolean, roots: RootVariables): ConstantArgument | undefined {
  switch (node.kind) {
    case 'string':
    case 'number':
    case 'bool':
    case 'nil':
      return { kind: 'constant', node };
    default: {
      const path = rootPath(node, isRootDot, roots);
      return path === undefined ? undefined : { kind: 'path', path };
    }
  }
}
