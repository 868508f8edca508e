/** A control that does more than begin a line or go to a tab stop, or a sequence that does more than set colours (SGR). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
const NOT_PLAIN = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]|\x1b(?!\[[\d;:]*m)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const COLOURS = /\x1b\[[\d;:]*m/g;
const RESETS = ['\x1b[0m', '\x1b[m'];

/**
 * Removes from a flood what scrolls out of a terminal that keeps `lines` lines, before anybody could see it; colours that it sets
 * stay. What the terminal holds afterwards is the same, where it stands between two sequences and scrolls as a whole, and `lines` is at
 * least its scrollback and twice its rows: once for what it shows, once for the way down to its last row.
 */
export function withoutScrolledPast(text: string, lines: number): string {
  let start = NOT_PLAIN.exec(text)?.index ?? text.length;
  for (let line = 0; line < lines; line++) {
    if (start <= 0) return text;
    start = text.lastIndexOf('\r\n', start - 1);
  }
  return start <= 0 ? text : coloursOf(text.slice(0, start)) + text.slice(start);
}

function coloursOf(text: string): string {
  const reset = Math.max(0, ...RESETS.map((sequence) => text.lastIndexOf(sequence)));
  return text.slice(reset).match(COLOURS)?.join('') ?? '';
}

const C1 = /[\x80-\x9f]/;
/** CSI, an OSC that BEL ends, or a short sequence; strings of other kinds are ended by an ESC of their own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const WHOLE_SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*\x07|[ -/]*[0-OQ-WYZ\\`-~])/;

/**
 * Whether a parser surely stands between two sequences after `text`; `wasBetween` says the same of before it. An ESC begins a new one
 * in every state ([the parser's diagram](https://vt100.net/emu/dec_ansi_parser)), so that the last one alone decides.
 */
export function isBetweenSequences(text: string, wasBetween: boolean): boolean {
  const last = text.lastIndexOf('\x1b');
  if (last < 0) return wasBetween && !C1.test(text);
  const rest = text.slice(last);
  return WHOLE_SEQUENCE.test(rest) && !C1.test(rest);
}
