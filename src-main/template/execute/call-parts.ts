import type { CommandNode, IdentifierNode, OperandNode } from '../nodes.ts';
import type { Expression } from './expression.ts';

/** A function's name with its arguments. */
export interface CallParts {
  readonly name: IdentifierNode;
  readonly args: readonly OperandNode[];
  /** The command before it in the pipeline, whose value is the last argument. */
  readonly before: Expression | undefined;
  /** Node that an error of the function names. */
  readonly whole: CommandNode | IdentifierNode;
}

/** Message of an error or a panic, as Go words it. */
export function causeMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
