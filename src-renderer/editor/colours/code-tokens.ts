import { TokenizationRegistry } from 'monaco-editor/editor/common/languages';
import { compile } from 'monaco-editor/editor/standalone/common/monarch/monarchCompile';
import { MonarchTokenizer } from 'monaco-editor/editor/standalone/common/monarch/monarchLexer';
import '../languages.ts';
import { JSON_TOKENS } from '../json-tokens.ts';
import { DIFF_TOKENS } from './diff-tokens.ts';
import { factories, type LanguageFactory, registered } from './registered-languages.ts';

/** A stretch of one line and what it is, such as `keyword`; nothing if it has no colour of its own. */
export interface CodeToken {
  readonly text: string;
  readonly kind: string | undefined;
}

export type CodeLines = readonly (readonly CodeToken[])[];

/** Kinds that have a colour, and names under which languages call what is one of them. */
const KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['comment', 'keyword', 'string', 'number', 'type', 'variable', 'tag', 'regexp', 'inserted', 'deleted'].map(
      (kind) => [kind, kind],
    ),
  ),
  constant: 'number',
  predefined: 'type',
  attribute: 'variable',
  metatag: 'tag',
  annotation: 'regexp',
  key: 'variable',
};

/** Names that fences have for a language under another one. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'c++': 'cpp',
    console: 'shell',
    docker: 'dockerfile',
    dotenv: 'ini',
    env: 'ini',
    golang: 'go',
    jsonc: 'json',
    json5: 'json',
    jsonl: 'json',
    patch: 'diff',
    pwsh: 'powershell',
    toml: 'ini',
    zsh: 'shell',
  }),
);

/** Length of a line from which on it has no colours, in UTF-16 units: the default of Monaco's editor. */
const MAX_LINE = 20_000;
const settings = { getValue: () => MAX_LINE, onDidChangeConfiguration: () => ({ dispose() {} }) };

/** Services that Monaco's tokenizer asks about the languages within its own. */
const languageService = {
  isRegisteredLanguageId: (id: string) => factories.has(id),
  getLanguageIdByLanguageName: (name: string) => findLanguage(name.toLowerCase()),
  getLanguageIdByMimeType: (type: string) => registered.find(({ mimetypes = [] }) => mimetypes.includes(type))?.id,
  requestBasicLanguageFeatures: () => {},
};

/** Creates the tokenizer of a language when the first text in it comes. */
class TokenizerFactory {
  readonly #id: string;
  readonly #language: LanguageFactory;

  constructor(id: string, language: LanguageFactory) {
    this.#id = id;
    this.#language = language;
  }

  get tokenizationSupport(): Promise<MonarchTokenizer> {
    return this.#create();
  }

  async #create(): Promise<MonarchTokenizer> {
    const definition = await this.#language.create();
    return new MonarchTokenizer(languageService, undefined, this.#id, compile(this.#id, definition), settings);
  }

  dispose(): void {}
}

addLanguage('json', JSON_TOKENS);
addLanguage('diff', DIFF_TOKENS);
for (const [id, factory] of factories) TokenizationRegistry.registerFactory(id, new TokenizerFactory(id, factory));

/** Lines of a text as coloured tokens; `undefined` for an unknown language. `name` is an id, another name, or a file extension. */
export async function tokensOf(text: string, name: string): Promise<CodeLines | undefined> {
  const id = findLanguage(name.toLowerCase());
  const tokenizer = id === undefined ? null : await TokenizationRegistry.getOrCreate(id);
  if (tokenizer === null) return undefined;
  const lines = tokenizeLines(text, tokenizer);
  // Languages in the language, such as the script of a page, are created with the first text that has them.
  const { loaded, promise } = tokenizer.getLoadStatus();
  if (loaded) return lines;
  await promise;
  return tokenizeLines(text, tokenizer);
}

function tokenizeLines(text: string, tokenizer: MonarchTokenizer): CodeLines {
  let state = tokenizer.getInitialState();
  return text.split('\n').map((line) => {
    const { tokens, endState } = tokenizer.tokenize(line, true, state);
    state = endState;
    return lineTokens(line, tokens);
  });
}

function lineTokens(line: string, tokens: readonly { readonly offset: number; readonly type: string }[]): CodeToken[] {
  return tokens.map(({ offset, type }, at) => ({
    text: line.slice(offset, tokens[at + 1]?.offset),
    kind: type.startsWith('attribute.value') ? 'string' : KINDS[type.split('.')[0] ?? ''],
  }));
}

function addLanguage(id: string, tokens: Awaited<ReturnType<LanguageFactory['create']>>): void {
  registered.push({ id });
  factories.set(id, { create: () => Promise.resolve(tokens) });
}

function findLanguage(name: string): string | undefined {
  const wanted = OTHER_NAMES.get(name) ?? name;
  return registered.find(
    ({ id, aliases = [], extensions = [] }) =>
      id === wanted || aliases.some((alias) => alias.toLowerCase() === wanted) || extensions.includes(`.${wanted}`),
  )?.id;
}
