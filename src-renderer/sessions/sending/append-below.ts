/** A text below what is written already. */
export function appendBelow(now: string, text: string): string {
  if (text === '') return now;
  if (now.trim() === '') return text;
  return now.endsWith('\n') ? now + text : `${now}\n${text}`;
}
