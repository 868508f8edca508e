/** Part of an output that is shown and sent, in code points from each end. */
export interface TrimSizes {
  readonly beginning: number;
  readonly end: number;
}

/** How much of an output is kept on a desktop, in code points (docs/decisions/015-limits.md). */
export const DESKTOP_OUTPUT: TrimSizes = { beginning: 10_000, end: 20_000 };

/** Collects an output of any length in bounded memory: its beginning and its end, counted in code points. */
export class TrimmedOutput {
  readonly #kept: TrimSizes;
  #beginning = '';
  #beginningLength = 0;
  #end: string[] = [];
  #length = 0;

  constructor(kept: TrimSizes = DESKTOP_OUTPUT) {
    this.#kept = kept;
  }

  /** Pieces must not cut surrogate pairs; a streaming decoder's do not. */
  add(text: string): void {
    const points = [...text];
    this.#length += points.length;
    const room = Math.max(0, this.#kept.beginning - this.#beginningLength);
    if (room > 0) {
      const head = points.slice(0, room);
      this.#beginning += head.join('');
      this.#beginningLength += head.length;
    }
    const rest = points.slice(room);
    if (rest.length === 0) return;
    for (const point of lastOf(rest, this.#kept.end)) this.#end.push(point);
    // Cutting at twice the size keeps the cost of a long output linear.
    if (this.#end.length > this.#kept.end * 2) this.#end = lastOf(this.#end, this.#kept.end);
  }

  /** Whether `text` leaves something out. */
  get isCut(): boolean {
    return this.#length > this.#beginningLength + Math.min(this.#end.length, this.#kept.end);
  }

  /** The whole, or both ends around a line that names what was left out. */
  text(): string {
    const end = lastOf(this.#end, this.#kept.end);
    const omitted = this.#length - this.#beginningLength - end.length;
    if (omitted === 0) return this.#beginning + end.join('');
    return `${this.#beginning}\n[… ${omitted} of ${this.#length} characters left out …]\n${end.join('')}`;
  }
}

const lastOf = (points: string[], count: number) => points.slice(Math.max(0, points.length - count));
