/** Strings of JSON, which stay as they are, and the blanks between what else there is. */
const STRING_OR_BLANKS = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g;

/** Takes the layout out of valid JSON and leaves all else as it is written: numbers that JavaScript would round, names that stand twice. */
export function withoutLayout(json: string): string {
  return json.replace(STRING_OR_BLANKS, '$1');
}
