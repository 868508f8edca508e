import { characterAt, characterName, endsName, isSpace, spacesEnd, wordEnd } from './characters.ts';
import { SINGLES, STARTS, type StartKind } from './lexer-table.ts';
import { scanNumber } from './number-scan.ts';
import { KEYWORDS, Token, type TokenKind } from './tokens.ts';
import { isPrintable, quote } from './values/quote.ts';

const MINUS = 45;
const EQUALS = 61;
const BACKSLASH = 92;
const NEWLINE = 10;
const RIGHT_BRACE = 125;
const DOUBLE_QUOTE = 34;
const SLASH = 47;
const STAR = 42;
const PLUS = 43;
/** A trim marker is a minus with a blank. */
const MARKER_LENGTH = 2;

/** Cuts a template's text into tokens, one at each `next`; what a token is stands in the fields until the next one. */
export class Lexer {
  readonly #text: string;
  readonly #functions: ReadonlySet<string>;
  #at = 0;
  #isInAction = false;
  #openParentheses = 0;

  kind: TokenKind = Token.eof;
  start = 0;
  end = 0;
  /** Problem of the token `error`, which is the last one. */
  problem: string | undefined;

  constructor(text: string, functions: ReadonlySet<string>) {
    this.#text = text;
    this.#functions = functions;
  }

  next(): TokenKind {
    if (this.problem !== undefined) return Token.error;
    return this.#isInAction ? this.#nextInAction() : this.#nextInText();
  }

  #emit(kind: TokenKind, end: number, next = end): TokenKind {
    this.kind = kind;
    this.start = this.#at;
    this.end = end;
    this.#at = next;
    return kind;
  }

  #fail(problem: string, start = this.#at): TokenKind {
    this.kind = Token.error;
    this.start = start;
    this.end = start;
    this.problem = problem;
    return Token.error;
  }

  /** Text, or a delimiter; comments are passed over. */
  #nextInText(): TokenKind {
    for (;;) {
      const open = this.#text.indexOf('{{', this.#at);
      if (open < 0) return this.#emit(this.#at < this.#text.length ? Token.text : Token.eof, this.#text.length);
      const marker = this.#markerLength(open + 2);
      const end = marker > 0 ? this.#trimmedEnd(open) : open;
      if (end > this.#at) return this.#emit(Token.text, end, open);
      this.#at = open;
      const kind = this.#open(open + 2 + marker);
      if (kind !== undefined) return kind;
    }
  }

  #markerLength(offset: number): number {
    return this.#text.charCodeAt(offset) === MINUS && isSpace(this.#text.charCodeAt(offset + 1)) ? MARKER_LENGTH : 0;
  }

  /** A left delimiter; undefined behind a comment. */
  #open(inside: number): TokenKind | undefined {
    if (this.#text.charCodeAt(inside) === SLASH && this.#text.charCodeAt(inside + 1) === STAR) {
      return this.#skipComment(inside);
    }
    this.#isInAction = true;
    this.#openParentheses = 0;
    return this.#emit(Token.leftDelimiter, this.#at + 2, inside);
  }

  #trimmedEnd(open: number): number {
    let end = open;
    while (end > this.#at && isSpace(this.#text.charCodeAt(end - 1))) end -= 1;
    return end;
  }

  #skipComment(start: number): TokenKind | undefined {
    const close = this.#text.indexOf('*/', start + 2);
    if (close < 0) return this.#fail('unclosed comment', start);
    const delimiter = this.#rightDelimiterLength(close + 2);
    if (delimiter === 0) return this.#fail('comment ends before closing delimiter', start);
    this.#at = this.#behindDelimiter(close + 2, delimiter);
    return undefined;
  }

  /** 2, or 4 with a trim marker; 0 where none stands. */
  #rightDelimiterLength(offset: number): 0 | 2 | 4 {
    const text = this.#text;
    const code = text.charCodeAt(offset);
    if (code === RIGHT_BRACE) return text.charCodeAt(offset + 1) === RIGHT_BRACE ? 2 : 0;
    return isSpace(code) && text.charCodeAt(offset + 1) === MINUS && text.startsWith('}}', offset + 2) ? 4 : 0;
  }

  #behindDelimiter(offset: number, length: number): number {
    const behind = offset + length;
    return length === 4 ? spacesEnd(this.#text, behind) : behind;
  }

  #nextInAction(): TokenKind {
    const at = this.#at;
    if (this.#openParentheses < 0) return this.#fail(`unexpected right paren ${characterName(')')}`);
    const delimiter = this.#rightDelimiterLength(at);
    if (delimiter > 0) return this.#rightDelimiter(delimiter);
    const code = this.#text.charCodeAt(at);
    if (code < 128) return this.#startedBy(STARTS[code] ?? 'other', code);
    if (Number.isNaN(code)) return this.#fail('unclosed action');
    const end = wordEnd(this.#text, at);
    if (end === at) return this.#unrecognized();
    return this.#word(end);
  }

  #unrecognized(): TokenKind {
    return this.#fail(`unrecognized character in action: ${characterName(characterAt(this.#text, this.#at))}`);
  }

  #rightDelimiter(length: number): TokenKind {
    if (this.#openParentheses > 0) return this.#fail('unclosed left paren');
    const behind = this.#behindDelimiter(this.#at, length);
    const end = this.#at + length;
    this.#at = end - 2;
    this.#isInAction = false;
    return this.#emit(Token.rightDelimiter, end, behind);
  }

  #startedBy(start: StartKind, code: number): TokenKind {
    switch (start) {
      case 'space':
        return this.#spaces();
      case 'dot':
        return this.#dot();
      case 'word':
        return this.#word(wordEnd(this.#text, this.#at));
      case 'variable':
        return this.#named(Token.variable, Token.variable);
      case 'quote':
        return this.#quoted(code);
      case 'number':
        return this.#number();
      case 'single':
        return this.#single(this.#text.charAt(this.#at));
      case 'raw':
        return this.#raw();
      case 'colon':
        if (this.#text.charCodeAt(this.#at + 1) !== EQUALS) return this.#fail('expected :=');
        return this.#emit(Token.declare, this.#at + 2);
      case 'other':
        return this.#other(code);
    }
  }

  #spaces(): TokenKind {
    const end = spacesEnd(this.#text, this.#at);
    // The last one belongs to the marker of a delimiter that follows.
    const isMarked = this.#text.charCodeAt(end) === MINUS && this.#text.startsWith('}}', end + 1);
    return this.#emit(Token.space, isMarked ? end - 1 : end);
  }

  #single(character: string): TokenKind {
    if (character === '(') this.#openParentheses += 1;
    if (character === ')') this.#openParentheses -= 1;
    return this.#emit(SINGLES[character] ?? Token.character, this.#at + 1);
  }

  #dot(): TokenKind {
    const code = this.#text.charCodeAt(this.#at + 1);
    // Behind the end there is no digit either, but Go tries a number there.
    if (Number.isNaN(code) || STARTS[code] === 'number') {
      if (code !== MINUS && code !== PLUS) return this.#number();
    }
    return this.#named(Token.field, Token.dot);
  }

  /** A field or a variable; `alone` where nothing follows the dot or the dollar sign. */
  #named(kind: TokenKind, alone: TokenKind): TokenKind {
    const end = wordEnd(this.#text, this.#at + 1);
    if (!this.#isTerminator(end)) return this.#badCharacter(end);
    return this.#emit(end === this.#at + 1 ? alone : kind, end);
  }

  #word(end: number): TokenKind {
    if (!this.#isTerminator(end)) return this.#badCharacter(end);
    const word = this.#text.slice(this.#at, end);
    const keyword = KEYWORDS.get(word);
    const isHidden = (keyword === Token.break || keyword === Token.continue) && this.#functions.has(word);
    return this.#emit(isHidden ? Token.identifier : (keyword ?? Token.identifier), end);
  }

  #badCharacter(offset: number): TokenKind {
    return this.#fail(`bad character ${characterName(characterAt(this.#text, offset))}`);
  }

  /** Whether a name may end before this character. */
  #isTerminator(offset: number): boolean {
    const code = this.#text.charCodeAt(offset);
    return code === RIGHT_BRACE ? this.#text.charCodeAt(offset + 1) === RIGHT_BRACE : endsName(code);
  }

  #number(): TokenKind {
    const { end, isComplex, isBad } = scanNumber(this.#text, this.#at);
    if (isBad) return this.#fail(`bad number syntax: ${quote(this.#text.slice(this.#at, end))}`);
    return this.#emit(isComplex ? Token.complex : Token.number, end);
  }

  #quoted(quote: number): TokenKind {
    const text = this.#text;
    let end = this.#at + 1;
    for (;;) {
      let code = text.charCodeAt(end);
      end += 1;
      if (code === quote) break;
      if (code === BACKSLASH) {
        code = text.charCodeAt(end);
        end += 1;
      }
      if (code === NEWLINE || Number.isNaN(code)) {
        return this.#fail(`unterminated ${quote === DOUBLE_QUOTE ? 'quoted string' : 'character constant'}`);
      }
    }
    return this.#emit(quote === DOUBLE_QUOTE ? Token.string : Token.characterConstant, end);
  }

  #raw(): TokenKind {
    const close = this.#text.indexOf('`', this.#at + 1);
    if (close < 0) return this.#fail('unterminated raw quoted string');
    return this.#emit(Token.rawString, close + 1);
  }

  #other(code: number): TokenKind {
    if (!isPrintable(code)) return this.#unrecognized();
    return this.#emit(Token.character, this.#at + 1);
  }
}
