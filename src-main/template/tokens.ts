/** The kinds of tokens, as numbers for the lexer's sake; keywords come last. */
export const Token = {
  error: 0,
  eof: 1,
  text: 2,
  leftDelimiter: 3,
  rightDelimiter: 4,
  space: 5,
  /** A character that has no meaning of its own, and the comma. */
  character: 6,
  assign: 7,
  declare: 8,
  pipe: 9,
  leftParenthesis: 10,
  rightParenthesis: 11,
  /** Field with its dot. */
  field: 12,
  /** Variable with its `$`. */
  variable: 13,
  identifier: 14,
  bool: 15,
  number: 16,
  complex: 17,
  characterConstant: 18,
  string: 19,
  rawString: 20,
  dot: 21,
  nil: 22,
  block: 23,
  break: 24,
  continue: 25,
  define: 26,
  else: 27,
  end: 28,
  if: 29,
  range: 30,
  template: 31,
  with: 32,
} as const;

export type TokenKind = (typeof Token)[keyof typeof Token];

export const KEYWORDS: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ['true', Token.bool],
  ['false', Token.bool],
  ['nil', Token.nil],
  ['block', Token.block],
  ['break', Token.break],
  ['continue', Token.continue],
  ['define', Token.define],
  ['else', Token.else],
  ['end', Token.end],
  ['if', Token.if],
  ['range', Token.range],
  ['template', Token.template],
  ['with', Token.with],
]);

/** Whether a kind of token is a keyword, which Go shows in angle brackets. */
export function isKeyword(kind: TokenKind): boolean {
  return kind >= Token.dot;
}
