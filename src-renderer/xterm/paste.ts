export interface PreparedPaste {
  /** Data to send to the program. */
  readonly data: string;
  /** Lines that the program would take as entered, one by one; 0 if it is told that this is a paste. */
  readonly enteredLines: number;
}

/** All controls but tab and carriage return: a paste is text, and must neither end its own bracket nor press keys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Makes clipboard text safe to type. Line ends become carriage returns, which is what Enter sends. */
export function preparePaste(text: string, isBracketed: boolean): PreparedPaste {
  const typed = text.replace(/\r?\n/g, '\r').replace(CONTROLS, '');
  if (isBracketed) return { data: `\x1b[200~${typed}\x1b[201~`, enteredLines: 0 };
  return { data: typed, enteredLines: typed.split('\r').length - 1 };
}
