import { append } from './append.ts';
import type { NameStack } from './name-stack.ts';
import { nodeSource } from './node-text.ts';
import type { CommandNode, NumberNode, OperandNode, PipeNode, StringNode, VariableNode } from './nodes.ts';
import { parseNumber } from './number-constants.ts';
import type { TokenStream } from './token-stream.ts';
import { Token, type TokenKind } from './tokens.ts';
import { unquote } from './unquote.ts';
import { quote } from './values/quote.ts';

/** State of the parser for one template. */
export interface TreeState {
  readonly name: string;
  readonly stream: TokenStream;
  /** Variables that are declared at the moment, `$` first. */
  readonly variables: NameStack<true>;
  readonly assigned: Set<string>;
  rangeDepth: number;
  /** Offset of the action that is being read. */
  actionOffset: number | undefined;
}

export function throwUnexpected(state: TreeState, context: string): never {
  return state.stream.unexpected(context, state.actionOffset);
}

/** `declarations? command ('|' command)*`, up to the token `end`, which is read. */
export function parsePipeline(state: TreeState, context: string, end: TokenKind): PipeNode {
  const { stream } = state;
  stream.enter();
  const kind = stream.peekNonSpace();
  const offset = stream.start;
  const line = stream.lineAt(offset);
  const { declarations, isAssignment } = kind === Token.variable ? parseDeclarations(state, context) : UNDECLARED;
  let commands: readonly CommandNode[] = NONE;
  while (stream.nextNonSpace() !== end) {
    if (!startsOperand(stream.kind)) throwUnexpected(state, context);
    stream.backUp();
    commands = append(commands, parseCommand(state));
  }
  checkPipeline(state, commands, context);
  stream.leave();
  const last = commands.at(-1)?.end ?? offset;
  return { kind: 'pipe', offset, start: offset, end: last, line, isAssignment, declarations, commands };
}

function startsOperand(kind: TokenKind): boolean {
  return (kind >= Token.field && kind <= Token.nil) || kind === Token.leftParenthesis;
}

interface Declarations {
  readonly declarations: readonly VariableNode[];
  readonly isAssignment: boolean;
}

const NONE: readonly never[] = [];
const UNDECLARED: Declarations = { declarations: NONE, isAssignment: false };

/** Reads `$x :=`, `$x =` and, of a range, `$i, $x :=`. */
function parseDeclarations(state: TreeState, context: string): Declarations {
  const { stream } = state;
  let declarations: readonly VariableNode[] = NONE;
  while (stream.peekNonSpace() === Token.variable) {
    stream.next();
    const variable = variableNode(stream);
    const isSpaced = stream.next() === Token.space;
    const kind = isSpaced ? stream.next() : stream.kind;
    const isComma = kind === Token.character && stream.value === ',';
    if (kind !== Token.assign && kind !== Token.declare && !isComma) {
      stream.backUp(isSpaced ? 3 : 2);
      break;
    }
    declarations = append(declarations, variable);
    state.variables.push(variable.names[0], true);
    if (!isComma) return declareVariables(state, declarations, kind === Token.assign);
    checkSecondDeclaration(state, context, declarations.length);
  }
  return { declarations, isAssignment: false };
}

function declareVariables(
  { assigned }: TreeState,
  declarations: readonly VariableNode[],
  isAssignment: boolean,
): Declarations {
  if (isAssignment) for (const { names } of declarations) assigned.add(names[0]);
  return { declarations, isAssignment };
}

/** Checks the declaration after a comma. */
function checkSecondDeclaration({ stream }: TreeState, context: string, count: number): void {
  if (context !== 'range' || count >= 2) stream.fail(`too many declarations in ${context}`);
  const kind = stream.peekNonSpace();
  if (kind === Token.variable || kind === Token.rightDelimiter || kind === Token.rightParenthesis) return;
  stream.fail('range can only initialize variables');
}

const CONSTANTS: ReadonlySet<OperandNode['kind']> = new Set(['bool', 'dot', 'nil', 'number', 'string']);

function checkPipeline({ stream }: TreeState, commands: readonly CommandNode[], context: string): void {
  if (commands.length === 0) stream.fail(`missing value for ${context}`);
  for (let index = 1; index < commands.length; index += 1) {
    const kind = commands[index]?.args[0]?.kind;
    if (kind !== undefined && CONSTANTS.has(kind)) stream.fail(`non executable command in pipeline stage ${index + 1}`);
  }
}

/** Operands with spaces between them, up to what ends the command; of that, only a pipe sign is read. */
function parseCommand(state: TreeState): CommandNode {
  const { stream } = state;
  stream.peekNonSpace();
  const offset = stream.start;
  let args: readonly OperandNode[] = NONE;
  for (;;) {
    const operand = parseOperand(state);
    if (operand !== undefined) args = append(args, operand);
    const kind = stream.next();
    if (kind === Token.space) continue;
    if (kind === Token.rightDelimiter || kind === Token.rightParenthesis) stream.backUp();
    else if (kind !== Token.pipe) throwUnexpected(state, 'operand');
    break;
  }
  if (args.length === 0) stream.fail('empty command');
  return { kind: 'command', offset, end: args.at(-1)?.end ?? offset, args };
}

/** A term and the fields that follow it; undefined if what follows is no operand. */
function parseOperand(state: TreeState): OperandNode | undefined {
  const { stream } = state;
  const kind = stream.nextNonSpace();
  const { start } = stream;
  stream.countNodes(1);
  if (kind === Token.field) return parseField(stream);
  if (kind === Token.variable) return parseVariable(state);
  const node = parseTerm(state, kind);
  if (node === undefined || stream.peek() !== Token.field) return node;
  stream.next();
  const offset = stream.start;
  const names = followingFields(stream, [fieldName(stream)]);
  if (CONSTANTS.has(node.kind)) stream.fail(`unexpected . after term ${quote(nodeSource(node))}`);
  return { kind: 'chain', offset, start, end: stream.end, node, names };
}

/** Go says that a chain is at its second field. */
function parseField(stream: TokenStream): OperandNode {
  const { start, end } = stream;
  const names = [fieldName(stream)];
  if (stream.peek() !== Token.field) return { kind: 'field', offset: start, start, end, names };
  const offset = stream.start;
  const all = followingFields(stream, names);
  return { kind: 'field', offset, start, end: stream.end, names: all };
}

function parseVariable(state: TreeState): OperandNode {
  const { stream } = state;
  const variable = usedVariable(state);
  if (stream.peek() !== Token.field) return variable;
  const offset = stream.start;
  const [name, ...fields] = followingFields(stream, variable.names);
  return { kind: 'variable', offset, start: variable.start, end: stream.end, names: [name ?? '', ...fields] };
}

/** The names, with those of the fields that come next. */
function followingFields(stream: TokenStream, names: readonly string[]): readonly string[] {
  let all = names;
  let { start, end } = stream;
  while (stream.peek() === Token.field) {
    stream.next();
    stream.countNodes(1);
    ({ start, end } = stream);
    all = append(all, fieldName(stream));
  }
  stream.start = start;
  stream.end = end;
  return all;
}

function parseTerm(state: TreeState, kind: TokenKind): OperandNode | undefined {
  const { stream } = state;
  const { start: offset, end } = stream;
  switch (kind) {
    case Token.identifier:
      return identifierNode(stream);
    case Token.dot:
      return { kind: 'dot', offset, end };
    case Token.nil:
      return { kind: 'nil', offset, end };
    case Token.bool:
      return { kind: 'bool', offset, end, value: stream.value === 'true' };
    case Token.string:
    case Token.rawString:
      return stringNode(stream);
    case Token.number:
    case Token.complex:
    case Token.characterConstant:
      return numberNode(stream, kind);
    case Token.leftParenthesis: {
      const pipe = parsePipeline(state, 'parenthesized pipeline', Token.rightParenthesis);
      return { ...pipe, start: offset, end: stream.end };
    }
    default:
      stream.backUp();
      return undefined;
  }
}

function fieldName(stream: TokenStream): string {
  return stream.source.text.slice(stream.start + 1, stream.end);
}

function identifierNode(stream: TokenStream): OperandNode {
  const name = stream.value;
  const { start: offset, end, onUnknown } = stream;
  if (!stream.functions.has(name)) {
    if (onUnknown === undefined) stream.fail(`function ${quote(name)} not defined`);
    onUnknown({ name, offset, end });
  }
  return { kind: 'identifier', offset, end, name };
}

function variableNode(stream: TokenStream): VariableNode {
  const { start, end } = stream;
  return { kind: 'variable', offset: start, start, end, names: [stream.value] };
}

function usedVariable({ stream, variables }: TreeState): VariableNode {
  const variable = variableNode(stream);
  const [name] = variable.names;
  if (!variables.last(name)) stream.fail(`undefined variable ${quote(name)}`);
  return variable;
}

function stringNode(stream: TokenStream): StringNode {
  const quoted = stream.value;
  return { kind: 'string', offset: stream.start, end: stream.end, quoted, text: unquotedText(stream) };
}

/** Text of the constant that is the current token. */
export function unquotedText(stream: TokenStream): string {
  return unquote(stream.value) ?? stream.fail('invalid syntax');
}

function numberNode(stream: TokenStream, kind: TokenKind): NumberNode {
  const { start: offset, end } = stream;
  const text = stream.value;
  const kinds = parseNumber(text, kind);
  if ('problem' in kinds) return stream.fail(kinds.problem);
  const { int, uint, float, complex } = kinds;
  return { kind: 'number', offset, end, text, int, uint, float, complex };
}
