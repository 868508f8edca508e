/** A character that is in a text without being seen, or that changes how its neighbours are read. */
export interface HiddenCharacter {
  /** Index of the character, in UTF-16 code units. */
  readonly index: number;
  readonly length: number;
  /** Code point, such as `U+202E`. */
  readonly code: string;
  readonly name: string;
}
