/** The first `length` UTF-16 units of a text, one fewer where the last would be half of a character. */
export function textStart(text: string, length: number): string {
  const start = text.slice(0, length);
  // A pattern for its end would look through all of it.
  const last = start.charCodeAt(start.length - 1);
  return start.length < text.length && last >= 0xd800 && last < 0xdc00 ? start.slice(0, -1) : start;
}

/** The last `length` UTF-16 units of a text, one fewer where the first would be half of a character. */
export function textEnd(text: string, length: number): string {
  const end = text.slice(Math.max(text.length - length, 0));
  const first = end.charCodeAt(0);
  return end.length < text.length && first >= 0xdc00 && first < 0xe000 ? end.slice(1) : end;
}
