import { contextOf } from '../../editor/code-contexts.ts';
import { type editor, type IPosition, type IRange, languages } from '../../editor/monaco.ts';
import type { TemplateContext } from '../workbench/template-context.ts';
import { BUILT_INS, SNIPPETS } from './functions.ts';
import { KEYWORDS } from './go-template.ts';
import { type PlaceInTemplate, placeAt } from './place-in-template.ts';
import { nodeAt, previewOf, type ValueNode, valueTree } from './value-tree.ts';

type CompletionItem = languages.CompletionItem;

/** Names of variables after a dot; functions, tools and blocks elsewhere in an action. */
export const completionProvider: languages.CompletionItemProvider = {
  triggerCharacters: ['.', '{', '$', ' '],
  provideCompletionItems: (model, position) => {
    const context = contextOf(model) as TemplateContext | undefined;
    if (context === undefined) return { suggestions: [] };
    const root = valueTree(context);
    const place = placeAt(model.getValue(), model.getOffsetAt(position), root);
    if (place === undefined) return { suggestions: [] };
    const range = wordRange(model, position, place.word);
    if (place.names !== undefined) return { suggestions: fieldItems(place, root, range) };
    return { suggestions: [...nameItems(place, root, range), ...functionItems(context, range)] };
  },
};

function wordRange(model: editor.ITextModel, { lineNumber, column }: IPosition, word: string): IRange {
  const until = model.getWordUntilPosition({ lineNumber, column });
  const startColumn = Math.min(until.startColumn, column - word.length);
  return { startLineNumber: lineNumber, endLineNumber: lineNumber, startColumn, endColumn: column };
}

function fieldItems(
  { names = [], isFromRoot, dot }: PlaceInTemplate,
  root: ValueNode,
  range: IRange,
): CompletionItem[] {
  const from = nodeAt(isFromRoot ? root : dot, names);
  return [...(from?.fields ?? [])].map(([name, node]) => fieldItem(name, node, name, range));
}

/** Offers completions at the beginning of a name, with its leading dot. */
function nameItems({ dot, isAtRoot }: PlaceInTemplate, root: ValueNode, range: IRange): CompletionItem[] {
  const own = [...(dot?.fields ?? [])].map(([name, node]) => fieldItem(`.${name}`, node, `.${name}`, range));
  if (isAtRoot) return own;
  return [...own, ...[...root.fields].map(([name, node]) => fieldItem(`$.${name}`, node, `$.${name}`, range))];
}

function fieldItem(label: string, node: ValueNode, insertText: string, range: IRange): CompletionItem {
  const isGroup = node.variable === undefined && node.value === undefined;
  return {
    label,
    kind: isGroup ? languages.CompletionItemKind.Module : languages.CompletionItemKind.Field,
    insertText,
    range,
    detail: node.variable === undefined ? (node.description ?? '') : node.variable.type,
    documentation: previewOf(node),
    sortText: `0${label}`,
  };
}

function functionItems({ tools }: TemplateContext, range: IRange): CompletionItem[] {
  const { Function: own, Event: tool, Keyword: keyword, Snippet: snippet } = languages.CompletionItemKind;
  const inserted = { insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet };
  return [
    ...tools.map((one) => ({
      label: one.callable,
      kind: tool,
      insertText: `${one.callable} `,
      range,
      detail: `${one.type} tool`,
      documentation: one.problem ?? one.description,
      sortText: `1${one.callable}`,
    })),
    ...SNIPPETS.map(({ name, signature, text, body }) => ({
      label: { label: name, description: signature },
      kind: snippet,
      insertText: body,
      range,
      detail: signature,
      documentation: text,
      sortText: `2${name}`,
      ...inserted,
    })),
    ...Object.entries(BUILT_INS).map(([name, { signature, text }]) => ({
      label: name,
      kind: own,
      insertText: name,
      range,
      detail: signature,
      documentation: text,
      sortText: `3${name}`,
    })),
    ...KEYWORDS.map((name) => ({ label: name, kind: keyword, insertText: name, range, sortText: `4${name}` })),
  ];
}
