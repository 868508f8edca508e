/** Sizes of a long text that are kept, in code points. */
export interface EndSizes {
  readonly beginning: number;
  readonly end: number;
}

/**
 * Takes a text of any length in bounded memory: whole, or its beginning and its end once it has more than `most` code points.
 * Pieces must not cut surrogate pairs; a streaming decoder's do not.
 */
export class OutputEnds {
  readonly #sizes: EndSizes;
  readonly #most: number;
  /** All of it, until it is too long. */
  #whole: string[] = [];
  #beginning: string | undefined;
  #end = '';
  #size = 0;

  constructor(sizes: EndSizes, most = sizes.beginning + sizes.end) {
    this.#sizes = sizes;
    this.#most = most;
  }

  /** Code points so far. */
  get size(): number {
    return this.#size;
  }

  get isShortened(): boolean {
    return this.#beginning !== undefined;
  }

  add(text: string): void {
    this.#size += countPoints(text);
    if (this.#beginning !== undefined) {
      this.#keepEnd(text);
      return;
    }
    this.#whole.push(text);
    if (this.#size > this.#most) this.#shorten();
  }

  /** Returns the whole, or both ends around a line of brackets with the words for so many code points. */
  text(leftOut: (count: number) => string): string {
    if (this.#beginning === undefined) return this.#whole.join('');
    const { beginning, end } = this.#sizes;
    return `${this.#beginning}\n[${leftOut(this.#size - beginning - end)}]\n${lastPoints(this.#end, end)}`;
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
