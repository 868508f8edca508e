/** The first `length` UTF-16 units of a text, one fewer where the last would be half of a character. */
export function textStart(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.length < text.length ? start.replace(/[\ud800-\udbff]$/, '') : start;
}
