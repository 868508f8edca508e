import { actionAround, actionsOf, openParts, type TemplateAction } from './actions.ts';
import { elementOf, nodeAt, type ValueNode } from './value-tree.ts';

/** State of the text at an offset of a template that is being written. */
export interface PlaceInTemplate {
  readonly action: TemplateAction;
  /** The names before the one that is being written, after `.` or `$.`; undefined if no dot begins it. */
  readonly names: readonly string[] | undefined;
  readonly isFromRoot: boolean;
  /** Written part of the last name. */
  readonly word: string;
  /** Value of dot here; undefined if unknown. */
  readonly dot: ValueNode | undefined;
  /** Dot is the root here. */
  readonly isAtRoot: boolean;
}

const CHAIN = /(\$?)((?:\.[A-Za-z_]\w*)*)\.(\w*)$/;
const WORD = /([A-Za-z_]\w*)?$/;

/** Inside of an action and outside of its strings; undefined elsewhere. */
export function placeAt(text: string, offset: number, root: ValueNode): PlaceInTemplate | undefined {
  const actions = actionsOf(text);
  const action = actionAround(actions, offset);
  if (action === undefined) return undefined;
  const before = text.slice(action.contentStart, offset);
  if (isInQuotes(before)) return undefined;
  const { dot, isAtRoot } = dotAt(actions, offset, root);
  const chain = CHAIN.exec(before);
  if (chain !== null) {
    const [, dollar, names = '', word = ''] = chain;
    // A field of a variable, or of what a parenthesis comes to, which are not known.
    const isOfOther = /[\w)]$/.test(before.slice(0, chain.index));
    return {
      action,
      names: names.split('.').filter(Boolean),
      isFromRoot: dollar === '$',
      word,
      isAtRoot,
      dot: isOfOther ? undefined : dot,
    };
  }
  const [word = ''] = WORD.exec(before) ?? [];
  return { action, names: undefined, isFromRoot: false, word, dot, isAtRoot };
}

function isInQuotes(before: string): boolean {
  const rest = before.replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'/g, '');
  return /["`]/.test(rest) || /^\s*\/\*/.test(rest);
}

/**
 * Determines the dot at an offset: the root, or what the innermost `with` or `range` goes over if that is a plain name.
 */
function dotAt(actions: readonly TemplateAction[], offset: number, root: ValueNode) {
  let dot: ValueNode | undefined = root;
  let isAtRoot = true;
  for (const { keyword, content } of openParts(actions, offset).filter(setsDot)) {
    isAtRoot = false;
    if (keyword === 'define' || keyword === 'block') {
      dot = undefined;
      continue;
    }
    const [, dollar, names] = /(?::=\s*|\b(?:with|range)\s+)(\$?)((?:\.[A-Za-z_]\w*)+)\s*$/.exec(content) ?? [];
    const from: ValueNode | undefined = dollar === '$' ? root : dot;
    dot = names === undefined ? undefined : elementOf(nodeAt(from, names.split('.').slice(1)), keyword === 'range');
  }
  return { dot, isAtRoot };
}

const DOT_SETTERS: ReadonlySet<TemplateAction['keyword']> = new Set(['define', 'block', 'with', 'range']);

function setsDot({ keyword, content }: TemplateAction): boolean {
  return DOT_SETTERS.has(keyword) || /^\s*else\s+with\b/.test(content);
}

/** The place at the end of the word under an offset. */
export function placeUnder(text: string, offset: number, root: ValueNode): PlaceInTemplate | undefined {
  const rest = /^\w*/.exec(text.slice(offset))?.[0].length ?? 0;
  return placeAt(text, offset + rest, root);
}

/** The node that a dotted name under an offset leads to. */
export function nodeUnder(text: string, offset: number, root: ValueNode): ValueNode | undefined {
  const place = placeUnder(text, offset, root);
  if (place?.names === undefined || place.word === '') return undefined;
  return nodeAt(place.isFromRoot ? root : place.dot, [...place.names, place.word]);
}
