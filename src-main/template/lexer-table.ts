import { isSpace } from './characters.ts';
import { Token, type TokenKind } from './tokens.ts';

/** Kind of token that an ASCII character starts inside an action. */
export type StartKind =
  | 'space'
  | 'single'
  | 'quote'
  | 'raw'
  | 'dot'
  | 'variable'
  | 'number'
  | 'word'
  | 'colon'
  | 'other';

/** Characters that are tokens. */
export const SINGLES: Readonly<Record<string, TokenKind>> = {
  '=': Token.assign,
  '|': Token.pipe,
  '(': Token.leftParenthesis,
  ')': Token.rightParenthesis,
};

const NAMED: Readonly<Record<string, StartKind>> = {
  '"': 'quote',
  "'": 'quote',
  '`': 'raw',
  '.': 'dot',
  $: 'variable',
  ':': 'colon',
};

export const STARTS: readonly StartKind[] = Array.from({ length: 128 }, (_, code) =>
  startKind(String.fromCharCode(code)),
);

function startKind(character: string): StartKind {
  if (isSpace(character.charCodeAt(0))) return 'space';
  if (Object.hasOwn(SINGLES, character)) return 'single';
  if (/[+\-0-9]/.test(character)) return 'number';
  if (/[A-Za-z_]/.test(character)) return 'word';
  return NAMED[character] ?? 'other';
}
