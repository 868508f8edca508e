/**
 * Escape sequences of terminals as they stand in a text (ECMA-48, and xterm's ctlseqs): sources of regular expressions, so that
 * whoever looks for some of them in a pattern of its own means the same ones.
 */

const ESC = String.raw`\x1b`;
/** Select Graphic Rendition: colours and attributes of text. */
export const SGR = String.raw`${ESC}\[[0-9;:]*m`;
/** An operating system command, such as a title, to its end by BEL or ESC \. */
export const OSC = String.raw`${ESC}\][^\x07\x1b]*(?:\x07|${ESC}\\)`;
/** A control sequence, with its parameters and its letter in groups. */
const CSI = String.raw`${ESC}\[([0-?]*)[ -/]*([@-~])`;
/** Everything else that is whole: a character set, the saved cursor, modes of keys. */
const OTHER = String.raw`${ESC}(?:[ -/]+[0-~]|[0-Z\\^-~])`;

const SGRS = new RegExp(SGR, 'g');
const SEQUENCES = new RegExp(`${CSI}|${OSC}|${OTHER}`, 'g');
const PIECES = new RegExp(`${CSI}|${OSC}|${OTHER}|[^\\x1b]+`, 'g');

/** A stretch of text without escape sequences, or one sequence. */
export interface TerminalPiece {
  readonly text: string;
  /** Parameters of a control sequence, as they are written; absent where it is none. */
  readonly parameters?: string | undefined;
  /** Letter that says what a control sequence does. */
  readonly letter?: string | undefined;
}

/** Takes a text apart, in its order; an ESC that begins no whole sequence is left out. */
export function* terminalPieces(text: string): Generator<TerminalPiece, void> {
  for (const [piece, parameters, letter] of text.matchAll(PIECES)) yield { text: piece, parameters, letter };
}

/** The text without colours and attributes. */
export const withoutColours = (text: string): string => text.replace(SGRS, '');

/** The text without any sequence that is whole. */
export const withoutSequences = (text: string): string => text.replace(SEQUENCES, '');
