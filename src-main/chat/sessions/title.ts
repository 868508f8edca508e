/** Longest title made from a message, in code points. */
const MAX_TITLE = 60;

/** The first line of a message that says something, as the name of its session; `undefined` if none does. */
export function titleFrom(text: string): string | undefined {
  const line = text
    .split(/\r?\n/)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .find((one) => one !== '');
  if (line === undefined) return undefined;
  const points = [...line];
  return points.length <= MAX_TITLE
    ? line
    : `${points
        .slice(0, MAX_TITLE - 1)
        .join('')
        .trimEnd()}…`;
}
