/** Lines and columns of a text for many places of it, most of them one behind the other. */
export class TextLines {
  readonly #starts: number[] = [0];
  #latest = 0;

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** Line and column of an offset, counted from 1, in UTF-16 units. */
  at(offset: number): { readonly line: number; readonly column: number } {
    const start = (line: number) => this.#starts[line] ?? Number.POSITIVE_INFINITY;
    if (start(this.#latest) > offset) this.#latest = 0;
    while (start(this.#latest + 1) <= offset) this.#latest += 1;
    return { line: this.#latest + 1, column: offset - start(this.#latest) + 1 };
  }
}
