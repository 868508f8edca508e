/** What must stay of a text that was written here while another was written elsewhere; undefined where no text is at stake here. */
export function textOfBoth(theirs: unknown, mine: unknown): string | undefined {
  if (typeof mine !== 'string' || mine === '') return undefined;
  if (typeof theirs !== 'string' || mine.includes(theirs)) return mine;
  return theirs.includes(mine) ? theirs : `${theirs}\n\n${mine}`;
}
