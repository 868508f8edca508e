/**
 * The tree of a template, as Go's text/template/parse has it: kinds, what stands in them and where. Offsets count UTF-16
 * units of the template's text; lines and columns are worked out from them where somebody asks (see `positions.ts`).
 */

/** One text that was parsed: the file of its nodes, and what their offsets count in. */
export interface TemplateText {
  /** Name in errors of the template whose text it is. */
  readonly name: string;
  readonly text: string;
}

interface SourceSpan {
  /** Offset that Go's node reports: for a chain of fields its second element, for a function its name. */
  readonly offset: number;
  /** Offset behind the last character of its source. */
  readonly end: number;
}

export interface ListNode extends SourceSpan {
  readonly kind: 'list';
  readonly nodes: readonly StatementNode[];
}

export interface TextNode extends SourceSpan {
  readonly kind: 'text';
  /** Text left after trimming. */
  readonly text: string;
}

export interface ActionNode extends SourceSpan {
  readonly kind: 'action';
  readonly pipe: PipeNode;
}

interface Branch extends SourceSpan {
  readonly pipe: PipeNode;
  readonly list: ListNode;
  readonly elseList: ListNode | undefined;
}
export interface IfNode extends Branch {
  readonly kind: 'if';
}
export interface RangeNode extends Branch {
  readonly kind: 'range';
}
export interface WithNode extends Branch {
  readonly kind: 'with';
}
export interface BreakNode extends SourceSpan {
  readonly kind: 'break';
}
export interface ContinueNode extends SourceSpan {
  readonly kind: 'continue';
}

export interface TemplateNode extends SourceSpan {
  readonly kind: 'template';
  readonly name: string;
  readonly pipe: PipeNode | undefined;
}

export type StatementNode =
  | TextNode
  | ActionNode
  | IfNode
  | RangeNode
  | WithNode
  | BreakNode
  | ContinueNode
  | TemplateNode;

/** Its source starts before what Go calls its place. */
interface ExtendedSpan extends SourceSpan {
  readonly start: number;
}

/** Pipeline; as an operand it includes its parentheses, which are part of its source. */
export interface PipeNode extends ExtendedSpan {
  readonly kind: 'pipe';
  /** 1-based. */
  readonly line: number;
  /** `=` in place of `:=`. */
  readonly isAssignment: boolean;
  readonly declarations: readonly VariableNode[];
  readonly commands: readonly CommandNode[];
}

export interface CommandNode extends SourceSpan {
  readonly kind: 'command';
  readonly args: readonly OperandNode[];
}

export interface FieldNode extends ExtendedSpan {
  readonly kind: 'field';
  readonly names: readonly string[];
}
export interface VariableNode extends ExtendedSpan {
  readonly kind: 'variable';
  /** Name with its `$`, then the fields that follow it. */
  readonly names: readonly [string, ...string[]];
}
/** A function's name. */
export interface IdentifierNode extends SourceSpan {
  readonly kind: 'identifier';
  readonly name: string;
}
export interface DotNode extends SourceSpan {
  readonly kind: 'dot';
}
export interface NilNode extends SourceSpan {
  readonly kind: 'nil';
}
export interface BoolNode extends SourceSpan {
  readonly kind: 'bool';
  readonly value: boolean;
}
export interface NumberNode extends SourceSpan {
  readonly kind: 'number';
  /** Number as written. */
  readonly text: string;
  /** Value in each of Go's kinds that can hold it; an absent one cannot. */
  readonly int?: bigint | undefined;
  readonly uint?: bigint | undefined;
  readonly float?: number | undefined;
  /** Imaginary constants: real and imaginary part. */
  readonly complex?: readonly [number, number] | undefined;
}
export interface StringNode extends SourceSpan {
  readonly kind: 'string';
  /** Text as written, with its quotes. */
  readonly quoted: string;
  readonly text: string;
}
/** Fields of something in parentheses: `(index . 0).name`. */
export interface ChainNode extends ExtendedSpan {
  readonly kind: 'chain';
  readonly node: OperandNode;
  readonly names: readonly string[];
}

export type OperandNode =
  | FieldNode
  | VariableNode
  | IdentifierNode
  | DotNode
  | NilNode
  | BoolNode
  | NumberNode
  | StringNode
  | ChainNode
  | PipeNode;

export type TemplateTreeNode = ListNode | StatementNode | CommandNode | OperandNode;

/** A template of a set: `{{define}}`d ones stand in the text they were defined in. */
export interface TemplateTree {
  readonly name: string;
  readonly root: ListNode;
  readonly source: TemplateText;
  /** Variables that are assigned anywhere in it, after they were declared. */
  readonly assigned: ReadonlySet<string>;
}
