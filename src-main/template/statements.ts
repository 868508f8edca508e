import { append } from './append.ts';
import { isBlankTree } from './blank.ts';
import { NameStack } from './name-stack.ts';
import type { ListNode, PipeNode, StatementNode, TemplateTree } from './nodes.ts';
import { parsePipeline, type TreeState, throwUnexpected, unquotedText } from './pipelines.ts';
import type { TokenStream } from './token-stream.ts';
import { Token } from './tokens.ts';
import { quote } from './values/quote.ts';

/** Keyword that ends a list. */
export type Terminator = 'end' | 'else';

interface ParsedList {
  readonly list: ListNode;
  readonly terminator: Terminator;
}

type Control = 'if' | 'range' | 'with';

export function newTreeState(name: string, stream: TokenStream): TreeState {
  const variables = new NameStack<true>();
  variables.push('$', true);
  return { name, stream, variables, assigned: new Set(), rangeDepth: 0, actionOffset: undefined };
}

/** Text and actions, up to `{{end}}` or `{{else}}`, which is read. */
export function parseList(state: TreeState): ParsedList {
  const { stream } = state;
  let nodes: readonly StatementNode[] = [];
  let kind = stream.peekNonSpace();
  const offset = stream.start;
  let end = offset;
  for (; kind !== Token.eof; kind = stream.peekNonSpace()) {
    const node = parseTextOrAction(state);
    if (typeof node === 'string') return { list: { kind: 'list', offset, end, nodes }, terminator: node };
    nodes = append(nodes, node);
    end = node.end;
  }
  return stream.fail('unexpected EOF');
}

export function parseTextOrAction(state: TreeState): StatementNode | Terminator {
  const { stream } = state;
  const kind = stream.nextNonSpace();
  stream.countNodes(1);
  if (kind === Token.text) return { kind: 'text', offset: stream.start, end: stream.end, text: stream.value };
  if (kind !== Token.leftDelimiter) return throwUnexpected(state, 'input');
  state.actionOffset = stream.start;
  const node = parseAction(state);
  state.actionOffset = undefined;
  return node;
}

function parseAction(state: TreeState): StatementNode | Terminator {
  const { stream } = state;
  switch (stream.nextNonSpace()) {
    case Token.if:
      return parseControl(state, 'if');
    case Token.range:
      return parseControl(state, 'range');
    case Token.with:
      return parseControl(state, 'with');
    case Token.end:
      expectRightDelimiter(state, 'end');
      return 'end';
    case Token.else:
      return parseElse(state);
    case Token.template:
      return parseTemplateCall(state);
    case Token.block:
      return parseBlock(state);
    case Token.break:
      return parseLeave(state, 'break');
    case Token.continue:
      return parseLeave(state, 'continue');
    default: {
      stream.backUp();
      const pipe = parsePipeline(state, 'command', Token.rightDelimiter);
      return { kind: 'action', offset: pipe.offset, end: pipe.end, pipe };
    }
  }
}

function expectRightDelimiter(state: TreeState, context: string): void {
  if (state.stream.nextNonSpace() !== Token.rightDelimiter) throwUnexpected(state, context);
}

function parseLeave(state: TreeState, kind: 'break' | 'continue'): StatementNode {
  const { stream } = state;
  const { start: offset, end } = stream;
  expectRightDelimiter(state, `{{${kind}}}`);
  if (state.rangeDepth === 0) stream.fail(`{{${kind}}} outside {{range}}`);
  return { kind, offset, end };
}

/** `{{else if}}` and `{{else with}}` leave their second word to whoever can use it. */
function parseElse(state: TreeState): 'else' {
  const kind = state.stream.peekNonSpace();
  if (kind !== Token.if && kind !== Token.with) expectRightDelimiter(state, 'else');
  return 'else';
}

function parseControl(state: TreeState, kind: Control): StatementNode {
  const { stream, variables } = state;
  stream.enter();
  const declared = variables.length;
  const pipe = parsePipeline(state, kind, Token.rightDelimiter);
  if (kind === 'range') state.rangeDepth += 1;
  const { list, terminator } = parseList(state);
  if (kind === 'range') state.rangeDepth -= 1;
  const elseList = terminator === 'else' ? parseElseList(state, kind) : undefined;
  variables.cut(declared);
  stream.leave();
  return { kind, offset: pipe.offset, end: stream.end, pipe, list, elseList };
}

function parseElseList(state: TreeState, kind: Control): ListNode {
  const { stream } = state;
  const next = stream.peek();
  const { start } = stream;
  if ((kind === 'if' && next === Token.if) || (kind === 'with' && next === Token.with)) {
    stream.next();
    const node = parseControl(state, kind);
    return { kind: 'list', offset: start, end: node.end, nodes: [node] };
  }
  const { list, terminator } = parseList(state);
  if (terminator !== 'end') stream.fail('expected end; found {{else}}');
  return list;
}

function parseTemplateName(state: TreeState, context: string): string {
  const kind = state.stream.nextNonSpace();
  if (kind !== Token.string && kind !== Token.rawString) throwUnexpected(state, context);
  return unquotedText(state.stream);
}

function parseTemplateCall(state: TreeState): StatementNode {
  const { stream } = state;
  const context = 'template clause';
  const name = parseTemplateName(state, context);
  const { start: offset, end } = stream;
  let pipe: PipeNode | undefined;
  if (stream.nextNonSpace() !== Token.rightDelimiter) {
    stream.backUp();
    pipe = parsePipeline(state, context, Token.rightDelimiter);
  }
  return { kind: 'template', offset, end: pipe?.end ?? end, name, pipe };
}

/** A template that is defined and called at once. */
function parseBlock(state: TreeState): StatementNode {
  const { stream } = state;
  const context = 'block clause';
  stream.enter();
  const name = parseTemplateName(state, context);
  const { start: offset } = stream;
  const pipe = parsePipeline(state, context, Token.rightDelimiter);
  const { errorOffset } = stream;
  const block = newTreeState(name, stream);
  const { list, terminator } = parseList(block);
  const { end } = stream;
  if (terminator !== 'end') {
    // Go's parser of the outer template has not seen what the one of the block read.
    stream.errorOffset = errorOffset;
    stream.fail(`unexpected {{${terminator}}} in ${context}`);
  }
  addTree(block, list);
  stream.leave();
  return { kind: 'template', offset, end, name, pipe };
}

/** Parses `{{define}}`, whose first word is read already. */
export function parseDefinition(stream: TokenStream): void {
  const context = 'define clause';
  const unnamed = newTreeState('', stream);
  const name = parseTemplateName(unnamed, context);
  expectRightDelimiter(unnamed, context);
  const state = newTreeState(name, stream);
  const { list, terminator } = parseList(state);
  if (terminator !== 'end') stream.fail(`unexpected {{${terminator}}} in ${context}`);
  addTree(state, list);
}

/** Adds a template to the set. A blank one gives way to another one of its name; two that are not blank are an error. */
export function addTree({ name, stream, assigned }: TreeState, root: ListNode): void {
  const { source } = stream;
  const known: TemplateTree | undefined = stream.trees.get(name);
  if (known === undefined || isBlankTree(known.root)) stream.trees.set(name, { name, root, source, assigned });
  else if (!isBlankTree(root)) stream.fail(`template: multiple definition of template ${quote(name)}`);
}
