import type { AcceptedChange } from '#contract';

/** Describes what a person accepted of a change and their comments, as recorded. */
export function acceptedPart({ revision, accepted, partly = [], comments = [] }: AcceptedChange): string {
  const pieces: string[] = [];
  if (accepted.length > 0) pieces.push(`${accepted.length === 1 ? 'hunk' : 'hunks'} ${accepted.join(', ')}`);
  for (const { hunk, lines } of partly) {
    if (lines.length === 0) continue;
    const shown = [...lines].sort((a, b) => a - b).join(', ');
    pieces.push(`of hunk ${hunk} ${lines.length === 1 ? 'line' : 'lines'} ${shown}`);
  }
  const what = `${pieces.join('; ') || 'no hunk'} of revision ${revision}`;
  const said = comments.map(({ side, line, text }) => `comment on ${side} line ${line}: ${text}`);
  return [what, ...said].join('\n');
}
