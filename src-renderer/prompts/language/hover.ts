import { contextOf } from '../../editor/code-contexts.ts';
import type { languages } from '../../editor/monaco.ts';
import type { TemplateContext } from '../workbench/template-context.ts';
import { ageWords, SOURCES } from '../xray/origin-words.ts';
import { BUILT_INS } from './functions.ts';
import { nodeUnder, placeUnder } from './place-in-template.ts';
import { previewOf, type ValueNode, valueTree } from './value-tree.ts';

/** Hover for what is under the mouse: a variable with its value, key and age, or a function with its effect. */
export const hoverProvider: languages.HoverProvider = {
  provideHover: (model, position) => {
    const context = contextOf(model) as TemplateContext | undefined;
    const offset = model.getOffsetAt(position);
    const text = model.getValue();
    if (context === undefined) return undefined;
    const root = valueTree(context);
    const place = placeUnder(text, offset, root);
    if (place === undefined) return undefined;
    const node = nodeUnder(text, offset, root);
    // A field or a variable that is not known is no function, whatever it is called.
    const isFunction = place.names === undefined && !/\$\w*$/.test(text.slice(0, offset));
    const words = isFunction ? wordLines(place.word, context) : [];
    const lines = node === undefined ? words : nodeLines(node, context);
    return lines.length === 0 ? undefined : { contents: lines.map((value) => ({ value })) };
  },
};

function nodeLines(node: ValueNode, { rendered, variables }: TemplateContext): readonly string[] {
  const owner =
    node.variable ??
    variables
      .filter(({ id }) => node.path.startsWith(`${id}.`))
      .sort((one, other) => other.id.length - one.id.length)[0];
  const used = owner === undefined ? undefined : rendered?.variables.find(({ id }) => id === owner.id);
  const readAt = used?.readAt ?? owner?.readAt;
  const facts =
    owner === undefined
      ? (node.description ?? '')
      : [
          owner.key,
          SOURCES[owner.source],
          readAt && ageWords({ id: owner.id, source: owner.source, value: '', bytes: 0, readAt }, Date.now()),
        ]
          .filter(Boolean)
          .join(', ');
  return [
    `**${escapeMarkdown(node.path)}**${facts === '' ? '' : `  \n${escapeMarkdown(String(facts))}`}`,
    fenceText(previewOf(node)),
  ].filter(Boolean);
}

function wordLines(word: string, { tools }: TemplateContext): readonly string[] {
  const tool = tools.find(({ callable }) => callable === word);
  if (tool !== undefined) {
    return [
      `**${escapeMarkdown(tool.callable)}** ${tool.type} tool`,
      escapeMarkdown(tool.description),
      escapeMarkdown(tool.problem ?? ''),
    ].filter(Boolean);
  }
  const own = Object.hasOwn(BUILT_INS, word) ? BUILT_INS[word] : undefined;
  return own === undefined ? [] : [fenceText(own.signature), own.text];
}

/** Escapes text of others, so that it is shown as text, not as Markdown. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~]/g, '\\$&');
}

function fenceText(text: string): string {
  return text === '' ? '' : `\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\``;
}
