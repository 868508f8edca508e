import { NameStack } from './name-stack.ts';
import type {
  CommandNode,
  IfNode,
  ListNode,
  OperandNode,
  PipeNode,
  RangeNode,
  StatementNode,
  TemplateNode,
  TemplateTree,
  WithNode,
} from './nodes.ts';

/** Facts about the surroundings of a node, known without executing anything. */
export interface NodeContext {
  /**
   * Whether it is in the pipeline of `if`, `with`, `range`, or an operand of `and`, `or`, `not`: a missing value is nil
   * there.
   */
  readonly isInCondition: boolean;
  /** Whether it is in a body that `if`, `range` or `with` may leave out. */
  readonly isInBody: boolean;
  /** An operand of `and` or `or`, which may not be evaluated. */
  readonly isOptional: boolean;
  /** Dot is still the data the template was given. */
  readonly isRootDot: boolean;
}

export interface TemplateCommandPlace {
  readonly command: CommandNode;
  readonly pipe: PipeNode;
  /** Index in the pipeline. */
  readonly index: number;
}

export interface Visitor {
  /** Called before the node's operands; false skips them. */
  readonly operand?: (node: OperandNode, around: NodeContext, roots: RootVariables) => boolean;
  readonly command?: (place: TemplateCommandPlace, around: NodeContext, roots: RootVariables) => void;
  readonly template?: (node: TemplateNode) => void;
}

/** Variables that are the template's data at the current place. */
export interface RootVariables {
  has(name: string): boolean;
}

const TOP: NodeContext = { isInCondition: false, isInBody: false, isOptional: false, isRootDot: true };

/** Shows all commands and operands of a template, in their order. */
export function walkTemplate(tree: TemplateTree, visitor: Visitor): void {
  new TreeWalk(visitor, tree.assigned).list(tree.root, TOP);
}

class TreeWalk implements RootVariables {
  readonly #visitor: Visitor;
  /** Variables that are assigned anywhere are never taken for the root. */
  readonly #assigned: ReadonlySet<string>;
  /** Whether each is the root. */
  readonly #declared = new NameStack<boolean>();

  constructor(visitor: Visitor, assigned: ReadonlySet<string>) {
    this.#visitor = visitor;
    this.#assigned = assigned;
    this.#declared.push('$', true);
  }

  has(name: string): boolean {
    return !this.#assigned.has(name) && this.#declared.last(name) === true;
  }

  list({ nodes }: ListNode, around: NodeContext): void {
    for (const node of nodes) this.#statement(node, around);
  }

  #statement(node: StatementNode, around: NodeContext): void {
    if (node.kind === 'if' || node.kind === 'with' || node.kind === 'range') this.#branch(node, around);
    if (node.kind === 'template') this.#visitor.template?.(node);
    if ((node.kind === 'template' || node.kind === 'action') && node.pipe !== undefined) this.#pipe(node.pipe, around);
  }

  #branch(node: IfNode | WithNode | RangeNode, around: NodeContext): void {
    const declared = this.#declared.length;
    this.#pipe(node.pipe, { ...around, isInCondition: true }, node.kind === 'range');
    const inside = { ...around, isInBody: true };
    this.list(node.list, node.kind === 'if' ? inside : { ...inside, isRootDot: false });
    if (node.elseList !== undefined) this.list(node.elseList, inside);
    this.#declared.cut(declared);
  }

  #pipe(pipe: PipeNode, around: NodeContext, isRange = false): void {
    const { commands, declarations } = pipe;
    for (const [index, command] of commands.entries()) {
      const next = commandFunction(commands[index + 1]);
      const ofCommand = next === undefined ? around : asOperandOf(next, around);
      this.#visitor.command?.({ command, pipe, index }, ofCommand, this);
      const name = commandFunction(command);
      const ofArguments = name === undefined ? ofCommand : asOperandOf(name, ofCommand);
      for (const argument of command.args) this.#operand(argument, ofArguments);
    }
    const isRoot = !isRange && rootPath(pipe, around.isRootDot, this)?.length === 0;
    for (const { names } of declarations) this.#declared.push(names[0], isRoot);
  }

  #operand(node: OperandNode, around: NodeContext): void {
    if (this.#visitor.operand?.(node, around, this) === false) return;
    if (node.kind === 'pipe') this.#pipe(node, around);
    if (node.kind === 'chain') this.#operand(node.node, around);
  }
}

function asOperandOf(name: string, around: NodeContext): NodeContext {
  if (name === 'not') return { ...around, isInCondition: true };
  return name === 'and' || name === 'or' ? { ...around, isInCondition: true, isOptional: true } : around;
}

function commandFunction(command: CommandNode | undefined): string | undefined {
  const [first] = command?.args ?? [];
  return first?.kind === 'identifier' ? first.name : undefined;
}

/** The fields that lead from the root to what an operand is; undefined if that cannot be seen. */
export function rootPath(node: OperandNode, isRootDot: boolean, roots: RootVariables): readonly string[] | undefined {
  switch (node.kind) {
    case 'dot':
      return isRootDot ? [] : undefined;
    case 'field':
      return isRootDot ? node.names : undefined;
    case 'variable':
      return roots.has(node.names[0]) ? node.names.slice(1) : undefined;
    case 'chain': {
      const path = rootPath(node.node, isRootDot, roots);
      return path === undefined ? undefined : [...path, ...node.names];
    }
    case 'pipe': {
      const only = onlyOperand(node);
      return only === undefined ? undefined : rootPath(only, isRootDot, roots);
    }
    default:
      return undefined;
  }
}

/** Returns the operand of a pipeline that consists of nothing else. */
export function onlyOperand({ commands }: PipeNode): OperandNode | undefined {
  const args = commands.length === 1 ? commands[0]?.args : undefined;
  return args?.length === 1 ? args[0] : undefined;
}
