/** The first `length` UTF-16 units of a text, one fewer where the last would be half of a character. */
export function textStart(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.length < text.length && HIGH.test(start) ? start.slice(0, -1) : start;
}

/** The last `length` UTF-16 units of a text, one fewer where the first would be half of a character. */
export function textEnd(text: string, length: number): string {
  const end = text.slice(Math.max(text.length - length, 0));
  return end.length < text.length && LOW.test(end) ? end.slice(1) : end;
}

const HIGH = /[\ud800-\udbff]$/;
const LOW = /^[\udc00-\udfff]/;
