/** A part of a word, with where it came from: only unquoted variables vanish when they are empty. */
export type WordPiece =
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly isQuoted: boolean }
  | { readonly kind: 'home' };

export interface TypedWord {
  readonly pieces: readonly WordPiece[];
  /** Start of the word in the line, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export interface PipelineStage {
  /** Variables set for this one command. */
  readonly assignments: readonly { readonly name: string; readonly value: TypedWord }[];
  readonly words: readonly TypedWord[];
}

/** A line within the grammar, or one that uses more than it has. */
export type ParsedCommandLine =
  | {
      readonly kind: 'stages';
      readonly stages: readonly PipelineStage[];
      /** Whether there is a newline between words. */
      readonly hasNewline: boolean;
    }
  | { readonly kind: 'beyond'; readonly operator: string; readonly firstWord: string | undefined };

/** The word as it was typed, if nothing in it is expanded. */
export function literalOf(word: TypedWord): string | undefined {
  return word.pieces.every((piece) => piece.kind === 'text')
    ? word.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
    : undefined;
}

/** The word if no part of it was quoted or expanded: only then can it be a reserved word. */
export function unquotedWord(word: TypedWord): string | undefined {
  return word.pieces.every((piece) => piece.kind === 'text' && !piece.isQuoted) ? literalOf(word) : undefined;
}
