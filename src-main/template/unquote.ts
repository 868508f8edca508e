import { textOfBytes } from './values/text.ts';

/** One escape sequence of a quoted constant: of a character, or of a byte that may be a part of one. */
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([abfnrtv\\'"]))/y;

const NAMED: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

interface Character {
  readonly code: number;
  /** Whether it was written as a byte. */
  readonly isByte: boolean;
  readonly end: number;
}

/** Text of a constant in double quotes or backquotes; undefined if it is not a constant. */
export function unquote(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith('`')) return inner.includes('\r') ? inner.replaceAll('\r', '') : inner;
  if (!inner.includes('\\')) return inner;
  let text = '';
  let bytes: number[] = [];
  for (let at = 0; at < inner.length; ) {
    const character = escapedAt(inner, at, '"');
    if (character === undefined) return undefined;
    at = character.end;
    if (character.isByte && character.code >= 0x80) {
      bytes.push(character.code);
    } else {
      text += textOfBytes(Buffer.from(bytes)) + String.fromCodePoint(character.code);
      bytes = [];
    }
  }
  return text + textOfBytes(Buffer.from(bytes));
}

/** The character of a constant in single quotes. */
export function unquoteCharacter(quoted: string): { readonly code: number } | 'invalid' | 'malformed' {
  const character = quoted === "''" ? undefined : escapedAt(quoted.slice(0, -1), 1, "'");
  if (character === undefined) return 'invalid';
  return character.end === quoted.length - 1 ? { code: character.code } : 'malformed';
}

function escapedAt(text: string, at: number, quote: string): Character | undefined {
  if (text[at] !== '\\') {
    const code = text.codePointAt(at);
    return code === undefined ? undefined : { code, isByte: false, end: at + (code > 0xffff ? 2 : 1) };
  }
  ESCAPE.lastIndex = at;
  const [, byte, short, long, octal, named] = ESCAPE.exec(text) ?? [];
  const end = ESCAPE.lastIndex;
  if (byte !== undefined) return { code: Number.parseInt(byte, 16), isByte: true, end };
  if (octal !== undefined) return ofByte(Number.parseInt(octal, 8), end);
  if (named !== undefined) return ofName(named, quote, end);
  const hexadecimal = short ?? long;
  return hexadecimal === undefined ? undefined : ofCode(Number.parseInt(hexadecimal, 16), end);
}

function ofByte(code: number, end: number): Character | undefined {
  return code > 255 ? undefined : { code, isByte: true, end };
}

function ofName(name: string, quote: string, end: number): Character | undefined {
  const isOtherQuote = name !== quote && (name === '"' || name === "'");
  return isOtherQuote ? undefined : { code: NAMED[name] ?? name.charCodeAt(0), isByte: false, end };
}

function ofCode(code: number, end: number): Character | undefined {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return isSurrogate || code > 0x10ffff ? undefined : { code, isByte: false, end };
}
