import { JSON_TOKENS } from './json-tokens.ts';
import { languages } from './monaco.ts';

let isKnown = false;

/** Colours JSON; what is wrong with it, those say who read it. */
export function registerJson(): void {
  if (isKnown) return;
  isKnown = true;
  languages.register({ id: 'json' });
  languages.setLanguageConfiguration('json', {
    brackets: [
      ['{', '}'],
      ['[', ']'],
    ],
    autoClosingPairs: [
      { open: '{', close: '}' },
      { open: '[', close: ']' },
      { open: '"', close: '"', notIn: ['string'] },
    ],
    // A brace typed over what is selected replaces it: put around it, the next one typed would replace only the inside.
    surroundingPairs: [],
  });
  languages.setMonarchTokensProvider('json', JSON_TOKENS);
}
