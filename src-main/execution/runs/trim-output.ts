import { type EndSizes, OutputEnds } from './output-ends.ts';

/** How much of an output is kept on a desktop (docs/decisions/015-limits.md). */
const DESKTOP_OUTPUT: EndSizes = { beginning: 10_000, end: 20_000 };

/** An output for the model: both ends around a line that names what was left out. */
export class TrimmedOutput {
  readonly #ends: OutputEnds;

  constructor(kept: EndSizes = DESKTOP_OUTPUT) {
    this.#ends = new OutputEnds(kept);
  }

  add(text: string): void {
    this.#ends.add(text);
  }

  /** Whether `text` leaves something out. */
  get isCut(): boolean {
    return this.#ends.isShortened;
  }

  text(): string {
    return this.#ends.text((count) => `… ${count} of ${this.#ends.size} characters left out …`);
  }
}
