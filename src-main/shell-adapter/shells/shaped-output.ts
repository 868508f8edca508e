import type { OutputSizes } from './model.ts';

export interface ShapedText {
  readonly text: string;
  /** Size in code points, before it was shortened. */
  readonly size: number;
  readonly isShortened: boolean;
}

/**
 * Takes a text of any length in bounded memory: without one final newline, and shortened to its beginning and its end when it
 * has more than `most` code points. Pieces must not cut surrogate pairs; a streaming decoder's do not.
 */
export class ShapedOutput {
  readonly #sizes: OutputSizes;
  /** All of it, until it is too long. */
  #whole: string[] = [];
  #beginning: string | undefined;
  #end = '';
  #size = 0;
  /** A newline that is left out if nothing follows it. */
  #held = '';

  constructor(sizes: OutputSizes) {
    this.#sizes = sizes;
  }

  get isShortened(): boolean {
    return this.#beginning !== undefined;
  }

  add(piece: string): void {
    if (piece === '') return;
    const isLine = piece.endsWith('\n');
    const text = this.#held + (isLine ? piece.slice(0, -1) : piece);
    this.#held = isLine ? '\n' : '';
    this.#size += countPoints(text);
    if (this.#beginning !== undefined) {
      this.#keepEnd(text);
      return;
    }
    this.#whole.push(text);
    if (this.#size > this.#sizes.most) this.#shorten();
  }

  shaped(): ShapedText {
    const { beginning, end } = this.#sizes;
    const size = this.#size;
    if (this.#beginning === undefined) return { text: this.#whole.join(''), size, isShortened: false };
    const left = `\n[... ${size - beginning - end} characters truncated ...]\n`;
    return { text: `${this.#beginning}${left}${lastPoints(this.#end, end)}`, size, isShortened: true };
  }

  #shorten(): void {
    const text = this.#whole.join('');
    this.#whole = [];
    this.#beginning = firstPoints(text, this.#sizes.beginning);
    this.#end = lastPoints(text, this.#sizes.end);
  }

  /** Cutting only now and then keeps the cost of a long output linear. */
  #keepEnd(text: string): void {
    const { end } = this.#sizes;
    const room = 2 * end;
    this.#end = text.length >= room ? lastPoints(text, end) : this.#end + text;
    if (this.#end.length > 2 * room + 4096) this.#end = lastPoints(this.#end, end);
  }
}

const SURROGATE = /[\ud800-\udfff]/;

/** Counts code points of well-formed text. */
function countPoints(text: string): number {
  // Mostly there are none, which is quicker to see than to count.
  if (!SURROGATE.test(text)) return text.length;
  let pairs = 0;
  for (let at = 0; at < text.length; at++) if (isLow(text, at)) pairs++;
  return text.length - pairs;
}

function firstPoints(text: string, count: number): string {
  let at = 0;
  for (let taken = 0; taken < count && at < text.length; taken++) at += isLow(text, at + 1) ? 2 : 1;
  return text.slice(0, at);
}

function lastPoints(text: string, count: number): string {
  let at = text.length;
  for (let taken = 0; taken < count && at > 0; taken++) at -= isLow(text, at - 1) ? 2 : 1;
  return text.slice(at);
}

/** The second half of a surrogate pair. */
const isLow = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
