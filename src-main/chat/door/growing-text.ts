import type { Redactor } from '#core/secrets/redact';

/** Reads a text that grows, as its record will have it: without its secrets, and without an end that may be the beginning of one. */
export class GrowingText {
  readonly #stream: ReturnType<Redactor['textStream']> | undefined;
  #read = 0;
  #clean = '';

  constructor(redactor: Pick<Redactor, 'textStream'> | undefined) {
    this.#stream = redactor?.textStream();
  }

  /** @param whole the text so far, from its beginning */
  take(whole: string): string {
    if (!this.#stream) return whole;
    this.#clean += this.#stream.push(whole.slice(this.#read));
    this.#read = whole.length;
    return this.#clean;
  }
}
