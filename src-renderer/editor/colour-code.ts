import { editor, languages } from './monaco.ts';
import { prepareMonaco } from './prepare-monaco.ts';

/** A stretch of one line and what it is, such as `keyword`; nothing if it has no colour of its own. */
export interface CodeToken {
  readonly text: string;
  readonly kind: string | undefined;
}

/** Kinds that have a colour, and names under which languages call what is one of them. */
const KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['comment', 'keyword', 'string', 'number', 'type', 'variable', 'tag', 'regexp'].map((kind) => [kind, kind]),
  ),
  constant: 'number',
  predefined: 'type',
  attribute: 'variable',
  metatag: 'tag',
  annotation: 'regexp',
  key: 'variable',
};

/** Lines of a text as coloured tokens; `undefined` for an unknown language. */
export async function tokensOf(text: string, name: string): Promise<readonly (readonly CodeToken[])[] | undefined> {
  const id = findLanguage(name.toLowerCase());
  if (id === undefined) return undefined;
  // The first use of Monaco settles what all editors share.
  prepareMonaco();
  // Fetches the language, which tokenizing does not wait for.
  await editor.colorize('', id, {});
  const lines = text.split('\n');
  return editor.tokenize(text, id).map((tokens, at) => lineTokens(lines[at] ?? '', tokens));
}

function lineTokens(line: string, tokens: readonly { readonly offset: number; readonly type: string }[]): CodeToken[] {
  return tokens.map(({ offset, type }, at) => ({
    text: line.slice(offset, tokens[at + 1]?.offset),
    kind: type.startsWith('attribute.value') ? 'string' : KINDS[type.split('.')[0] ?? ''],
  }));
}

/** Finds a language by its id, one of its names, or a file extension. */
function findLanguage(name: string): string | undefined {
  return languages
    .getLanguages()
    .find(
      ({ id, aliases = [], extensions = [] }) =>
        id === name || aliases.some((alias) => alias.toLowerCase() === name) || extensions.includes(`.${name}`),
    )?.id;
}
