import { OutputEnds } from '#execution';
import type { OutputSizes } from '../model.ts';

export interface ShapedText {
  readonly text: string;
  /** Size in code points, before it was shortened. */
  readonly size: number;
  readonly isShortened: boolean;
}

/** An output for a client: without one final newline, and shortened when it has more than `most` code points. */
export class ShapedOutput {
  readonly #ends: OutputEnds;
  /** A newline that is left out if nothing follows it. */
  #held = '';

  constructor({ beginning, end, most }: OutputSizes) {
    this.#ends = new OutputEnds({ beginning, end }, most);
  }

  get isShortened(): boolean {
    return this.#ends.isShortened;
  }

  add(piece: string): void {
    if (piece === '') return;
    const isLine = piece.endsWith('\n');
    this.#ends.add(this.#held + (isLine ? piece.slice(0, -1) : piece));
    this.#held = isLine ? '\n' : '';
  }

  shaped(): ShapedText {
    const { size, isShortened } = this.#ends;
    return { text: this.#ends.text((count) => `... ${count} characters truncated ...`), size, isShortened };
  }
}
