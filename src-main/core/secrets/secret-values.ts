import type { SecretSpan } from './secret-formats.ts';

/** Occurrence in which a value is secret: anywhere, or only as a word of its own. */
type Occurrence = 'anywhere' | 'word';

/** Encoding of bytes in a text: as the characters they are in UTF-8, or with one character for each byte. */
type TextEncoding = 'utf8' | 'latin1';

interface Spelling {
  readonly text: string;
  readonly isWord: boolean;
}

const WORD_CHARACTER = /[A-Za-z0-9_]/;
/** Longest span of occurrences that overlap, in characters: a stream holds all of it back. */
const MAX_OVERLAP = 512;

/** Escapes the text as it appears inside JSON strings. */
const escapeForJson = (text: string) => JSON.stringify(text).slice(1, -1);
const asBytes = (text: string) => Buffer.from(text).toString('latin1');

/** Values that are secrets, in the spellings they may have. */
export class SecretValues {
  readonly #added = new Set<string>();
  #spellings: { readonly [reading in TextEncoding]: readonly Spelling[] } = { utf8: [], latin1: [] };
  /** The secrets as they stand in JSON. */
  #inJson: readonly string[] = [];

  add(secret: string, occurrence: Occurrence): void {
    if (this.#added.has(secret)) return;
    this.#added.add(secret);
    const inJson = escapeForJson(secret);
    const isWord = occurrence === 'word';
    const added = [...new Set([secret, inJson, escapeForJson(inJson)])].map((text) => ({ text, isWord }));
    const utf8 = [...this.#spellings.utf8, ...added];
    this.#spellings = { utf8, latin1: utf8.map(({ text, isWord: word }) => ({ text: asBytes(text), isWord: word })) };
    this.#inJson = [...new Set(utf8.map(({ text }) => escapeForJson(text)))];
  }

  spans(text: string, reading: TextEncoding = 'utf8'): SecretSpan[] {
    return this.#spellings[reading].flatMap((spelling) => spansOf(text, spelling));
  }

  /** The first character from which on the end of `text` may be the beginning of a secret. */
  begunAt(text: string, reading: TextEncoding = 'utf8'): number {
    return Math.min(text.length, ...this.#spellings[reading].map((spelling) => begunAt(text, spelling)));
  }

  mayHold(json: string): boolean {
    return this.#inJson.some((value) => json.includes(value));
  }
}

/** A value may begin within itself, as `abcabc` does in `abcabcabc`: what overlaps is one span, as far as it is not too long to be held. */
function spansOf(text: string, { text: value, isWord }: Spelling): SecretSpan[] {
  const spans: { readonly start: number; end: number; readonly isOpen: boolean }[] = [];
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + 1)) {
    const end = start + value.length;
    if (isWord && !isApart(text, start, end)) continue;
    const last = spans.at(-1);
    if (!last || start >= last.end) spans.push({ start, end, isOpen: false });
    else if (end - last.start <= MAX_OVERLAP) last.end = end;
    else spans.push({ start: last.end, end, isOpen: false });
  }
  return spans;
}

function isApart(text: string, start: number, end: number): boolean {
  return !WORD_CHARACTER.test(text.charAt(start - 1)) && !WORD_CHARACTER.test(text.charAt(end));
}

/** Finds where a secret may begin; the text after a word decides whether it is one. */
function begunAt(text: string, { text: value, isWord }: Spelling): number {
  const longest = Math.min(text.length, isWord ? value.length : value.length - 1);
  for (let length = longest; length > 0; length--) {
    if (text.endsWith(value.slice(0, length))) return text.length - length;
  }
  return text.length;
}
