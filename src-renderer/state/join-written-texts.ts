/**
 * Merges a text that was written here with one written elsewhere at the same time; undefined if no text is at stake
 * here.
 */
export function joinWrittenTexts(theirs: unknown, mine: unknown): string | undefined {
  if (typeof mine !== 'string' || mine === '') return undefined;
  if (typeof theirs !== 'string' || mine.includes(theirs)) return mine;
  return theirs.includes(mine) ? theirs : `${theirs}\n\n${mine}`;
}
