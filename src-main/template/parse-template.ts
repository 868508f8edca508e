import type { TemplateSetOptions } from './api.ts';
import { isBlankTree } from './blank.ts';
import type { ListNode, StatementNode, TemplateTree } from './nodes.ts';
import type { TreeState } from './pipelines.ts';
import { addTree, newTreeState, parseDefinition, parseTextOrAction } from './statements.ts';
import { TokenStream } from './token-stream.ts';
import { Token } from './tokens.ts';

export interface ParseOptions {
  /** Names that may be called, the built-in ones included. */
  readonly functions: ReadonlySet<string>;
  readonly onUnknown?: TemplateSetOptions['onUnknown'];
}

/**
 * Parses a text as Go 1.24 does.
 * @returns the tree of the text itself, then those of its `{{define}}`s and `{{block}}`s; where one of these has its name, it
 * stands in its place if it is not blank
 * @throws TemplateError of class `parse`, for the first problem
 */
export function parseTemplate(name: string, text: string, options: ParseOptions): readonly TemplateTree[] {
  const stream = new TokenStream({ name, text }, options);
  const state = newTreeState(name, stream);
  addTree(state, parseRoot(state));
  const { trees } = stream;
  const main = trees.get(name);
  return main === undefined ? [...trees.values()] : [main, ...[...trees.values()].filter((tree) => tree !== main)];
}

function parseRoot(state: TreeState): ListNode {
  const { stream } = state;
  const nodes: StatementNode[] = [];
  for (let kind = stream.peek(); kind !== Token.eof; kind = stream.peek()) {
    if (kind === Token.leftDelimiter && isDefinition(stream)) {
      parseDefinition(stream);
      continue;
    }
    const node = parseTextOrAction(state);
    if (typeof node === 'string') return stream.fail(`unexpected {{${node}}}`);
    nodes.push(node);
  }
  return { kind: 'list', offset: 0, end: stream.end, nodes };
}

/** Reads `{{define`; anything else is left as it was. */
function isDefinition(stream: TokenStream): boolean {
  stream.next();
  const isSpaced = stream.next() === Token.space;
  const kind = isSpaced ? stream.next() : stream.kind;
  if (kind === Token.define) return true;
  stream.backUp(isSpaced ? 3 : 2);
  return false;
}

/** Adds parsed trees to a set: a blank template replaces none. */
export function addTrees(
  existing: ReadonlyMap<string, TemplateTree>,
  trees: Iterable<TemplateTree>,
): ReadonlyMap<string, TemplateTree> {
  const all = new Map(existing);
  for (const tree of trees) {
    if (!all.has(tree.name) || !isBlankTree(tree.root)) all.set(tree.name, tree);
  }
  return all;
}
