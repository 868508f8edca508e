import type { languages } from 'monaco-editor/editor';

/** Tokens of a unified diff, as `git diff` prints it; each line is one. */
export const DIFF_TOKENS: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/^(?:\+\+\+|---) .*/, 'keyword'],
      [/^@@.*/, 'type'],
      [/^\+.*/, 'inserted'],
      [/^-.*/, 'deleted'],
      [/^(?:diff|index|new|deleted|old|similarity|rename|copy|Binary) .*/, 'keyword'],
      [/^\\.*/, 'comment'],
      [/.+/, ''],
    ],
  },
};
