import type { languages } from '../../editor/monaco.ts';

export const KEYWORDS = [
  'if',
  'else',
  'end',
  'range',
  'with',
  'define',
  'template',
  'block',
  'break',
  'continue',
] as const;

export const configuration: languages.LanguageConfiguration = {
  comments: { blockComment: ['{{/*', '*/}}'] },
  brackets: [
    ['{{', '}}'],
    ['(', ')'],
  ],
  autoClosingPairs: [
    // One by one: of a pair of two characters, those that close it are not typed over.
    { open: '{', close: '}' },
    { open: '(', close: ')' },
    { open: '"', close: '"', notIn: ['string'] },
    { open: '`', close: '`', notIn: ['string'] },
  ],
  surroundingPairs: [
    { open: '(', close: ')' },
    { open: '"', close: '"' },
  ],
  wordPattern: /[A-Za-z_]\w*/,
};

/** Text outside of actions is plain; inside, what Go's lexer tells apart. */
export const tokens: languages.IMonarchLanguage = {
  defaultToken: '',
  keywords: [...KEYWORDS],
  constants: ['true', 'false', 'nil'],
  tokenizer: {
    root: [
      [/\{\{-?\s*\/\*/, 'comment', '@comment'],
      [/\{\{-(?=\s)|\{\{/, 'tag', '@action'],
      [/[^{]+/, ''],
      [/\{/, ''],
    ],
    comment: [
      [/\*\/\s*-?\}\}/, 'comment', '@pop'],
      [/[^*]+/, 'comment'],
      [/\*/, 'comment'],
    ],
    action: [
      [/\s-\}\}|\}\}/, 'tag', '@pop'],
      [/"(?:[^"\\]|\\.)*"?/, 'string'],
      [/'(?:[^'\\]|\\.)*'?/, 'string'],
      [/`/, 'string', '@raw'],
      [/\$\w*(?:\.[A-Za-z_]\w*)*/, 'variable'],
      [/\.[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/, 'variable'],
      [/[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?)i?/, 'number'],
      [/[A-Za-z_]\w*/, { cases: { '@keywords': 'keyword', '@constants': 'number', '@default': 'type' } }],
      [/:=|[=|,()]/, ''],
      [/\s+/, ''],
    ],
    raw: [
      [/[^`]+/, 'string'],
      [/`/, 'string', '@pop'],
    ],
  },
};
