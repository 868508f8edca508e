const MAX_CHARACTERS = 200;

/** Control, bidirectional and other characters without a shape of their own, which could disguise a title. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A program's or a person's title as one short line of visible text; empty if nothing is left. */
export function cleanTitle(title: string): string {
  const shown = title
    .slice(0, 4 * MAX_CHARACTERS)
    .replace(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...shown].slice(0, MAX_CHARACTERS).join('');
}
