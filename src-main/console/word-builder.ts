import type { TypedWord, WordPiece } from './words.ts';

/** Collects the words of a line's stages, piece by piece. */
export class WordBuilder {
  readonly stages: TypedWord[][] = [[]];
  #pieces: WordPiece[] = [];
  #start = -1;

  get isInWord(): boolean {
    return this.#start >= 0;
  }

  /** Whether the word so far is a name and `=`: what follows is the value of an assignment. */
  get isAssignment(): boolean {
    const [first, ...rest] = this.#pieces;
    return rest.length === 0 && first?.kind === 'text' && !first.isQuoted && /^[A-Za-z_]\w*=$/.test(first.text);
  }

  /** Whether the word so far begins with a name and `=`. */
  get isInAssignment(): boolean {
    const [first] = this.#pieces;
    return first?.kind === 'text' && !first.isQuoted && /^[A-Za-z_]\w*=/.test(first.text);
  }

  /** Text of the same kind becomes one piece. */
  add(piece: WordPiece, at: number): void {
    if (this.#start < 0) this.#start = at;
    const last = this.#pieces.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text' && last.isQuoted === piece.isQuoted) {
      this.#pieces[this.#pieces.length - 1] = { ...last, text: last.text + piece.text };
    } else {
      this.#pieces.push(piece);
    }
  }

  endWord(at: number): void {
    if (this.#start >= 0) this.stages.at(-1)?.push({ pieces: this.#pieces, start: this.#start, end: at });
    this.dropWord();
  }

  dropWord(): void {
    this.#pieces = [];
    this.#start = -1;
  }

  endStage(at: number): void {
    this.endWord(at);
    this.stages.push([]);
  }
}
