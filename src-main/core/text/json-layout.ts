/** A quote, an escaped character, which stands in strings alone, and blanks. */
const QUOTE_ESCAPE_OR_BLANKS = /"|\\.|\s+/g;

/** Takes the layout out of valid JSON and leaves all else as it is written: numbers that JavaScript would round, names that stand twice. */
export function withoutLayout(json: string): string {
  let isString = false;
  return json.replace(QUOTE_ESCAPE_OR_BLANKS, (found) => {
    if (found === '"') isString = !isString;
    return isString || found.trim() !== '' ? found : '';
  });
}
