import { StringDecoder } from 'node:string_decoder';

/** A key, by the name of what it is, `ctrl-`, `alt-` or `shift-` before it; or text that was typed or pasted. */
export type Key =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'key'; readonly name: string };

export const isInterrupt = (key: Key) => key.kind === 'key' && key.name === 'ctrl-c';

const ESC = '\x1b';
const PASTE_BEGIN = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
/** Longest paste that is taken; what is beyond is dropped. */
const MAX_PASTE = 1_000_000;

/** Final letters of `ESC [ …` and `ESC O …` (xterm's ctlseqs). */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  Z: 'shift-tab',
};
/** Numbers of `ESC [ … ~`. */
const NUMBERS: Readonly<Record<string, string>> = {
  1: 'home',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
};
const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'ctrl-j',
  '\t': 'tab',
  '\x7f': 'backspace',
  '\b': 'ctrl-h',
};
const MODIFIERS: Readonly<Record<string, string>> = { 2: 'shift-', 3: 'alt-', 5: 'ctrl-', 6: 'ctrl-shift-' };

/** Turns bytes into keys, wherever they are cut. A lone Esc is known only by nothing following it: `flush` says so. */
export class KeyReader {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  /** The text of a paste that has not ended yet. */
  #paste: string | undefined;

  push(bytes: Uint8Array): Key[] {
    this.#rest += this.#decoder.write(bytes as Buffer);
    const keys: Key[] = [];
    while (this.#rest !== '') {
      const key = this.#paste === undefined ? this.#next() : this.#pasted();
      if (key === 'more') break;
      if (key) keys.push(key);
    }
    return keys;
  }

  /** Whether something is held back that more bytes could complete. */
  get isWaiting(): boolean {
    return this.#rest !== '' && this.#paste === undefined;
  }

  /** No more came: what is held back is what it looks like. */
  flush(): Key[] {
    if (!this.isWaiting) return [];
    this.#rest = '';
    return [{ kind: 'key', name: 'escape' }];
  }

  #take(length: number): string {
    const taken = this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    return taken;
  }

  #pasted(): Key | 'more' | undefined {
    const end = this.#rest.indexOf(PASTE_END);
    // The end may be cut in two: its beginning is kept.
    const length = end < 0 ? Math.max(0, this.#rest.length - PASTE_END.length) : end;
    const held = this.#paste ?? '';
    this.#paste = held + this.#take(length).slice(0, MAX_PASTE - held.length);
    if (end < 0) return 'more';
    this.#take(PASTE_END.length);
    const text = this.#paste.replace(/\r\n?/g, '\n');
    this.#paste = undefined;
    return text === '' ? undefined : { kind: 'paste', text };
  }

  #next(): Key | 'more' | undefined {
    if (this.#rest[0] === ESC) return this.#escape();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
    const [text] = /^[^\x00-\x1f\x7f]+/.exec(this.#rest) ?? [];
    if (text !== undefined) return { kind: 'text', text: this.#take(text.length) };
    const character = this.#take(1);
    return { kind: 'key', name: CONTROLS[character] ?? controlName(character) };
  }

  #escape(): Key | 'more' | undefined {
    if (this.#rest.length === 1) return 'more';
    if (this.#rest.startsWith(PASTE_BEGIN)) {
      this.#take(PASTE_BEGIN.length);
      this.#paste = '';
      return undefined;
    }
    if (this.#rest[1] === '[' || this.#rest[1] === 'O') return this.#sequence();
    this.#take(1);
    const key = this.#rest[0] === ESC ? undefined : this.#next();
    if (key === undefined || key === 'more') return { kind: 'key', name: 'escape' };
    if (key.kind !== 'text') return key.kind === 'key' ? { kind: 'key', name: `alt-${key.name}` } : key;
    // Only the first character came with Alt.
    const [first = ''] = key.text;
    this.#rest = key.text.slice(first.length) + this.#rest;
    return { kind: 'key', name: `alt-${first}` };
  }

  #sequence(): Key | 'more' | undefined {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: sequences begin with Esc
    const match = /^\x1b(?:O([A-Za-z])|\[([0-9;<>=?]*)([ -/]*[@-~]))/.exec(this.#rest);
    if (!match) return this.#unfinished();
    this.#take(match[0].length);
    const [, letter, parameters = '', final = ''] = match;
    const [number = '', modifier = ''] = parameters.split(';');
    const name = final === '~' ? NUMBERS[number] : LETTERS[letter ?? final];
    return name === undefined ? undefined : { kind: 'key', name: `${MODIFIERS[modifier] ?? ''}${name}` };
  }

  #unfinished(): 'more' | undefined {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: sequences begin with Esc
    if (/^\x1b(?:O|\[[0-9;<>=?]*[ -/]*)$/.test(this.#rest) && this.#rest.length < 64) return 'more';
    // No sequence at all: its beginning is dropped, the rest is typed.
    this.#take(2);
    return undefined;
  }
}

/** 1 to 26 are Ctrl with a letter. */
function controlName(character: string): string {
  const code = character.charCodeAt(0);
  return code >= 1 && code <= 26 ? `ctrl-${String.fromCharCode(code + 96)}` : `ctrl-${code}`;
}
