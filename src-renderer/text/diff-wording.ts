import type { Diff, DiffLine, Hunk } from '#contract';

const ENDINGS = { none: 'no line ending', lf: 'LF line ending', crlf: 'CRLF line ending' } as const;

/** One line of a diff as a screen reader says it: `added line 12`. */
export function lineWords({ kind, oldLine, newLine }: DiffLine): string {
  if (kind === 'added') return `added line ${newLine ?? ''}`.trim();
  if (kind === 'removed') return `removed line ${oldLine ?? ''}`.trim();
  return `line ${newLine ?? oldLine ?? ''}`.trim();
}

/** The mark beside a line, so that colour is never alone. */
export function lineMark(kind: DiffLine['kind']): string {
  return kind === 'added' ? '+' : kind === 'removed' ? '−' : ' ';
}

export function endingWords(ending: NonNullable<DiffLine['ending']>): string {
  return ENDINGS[ending];
}

/** Describes the place and size of a hunk, such as `lines 3–5, 2 added, 1 removed`. */
export function hunkWords(hunk: Hunk): string {
  const { added, removed } = diffCounts([hunk]);
  const parts = [added > 0 ? `${added} added` : '', removed > 0 ? `${removed} removed` : ''].filter(Boolean);
  return [hunkPlace(hunk), ...parts].join(', ');
}

/** The lines in the proposed text, or in the old one where the hunk only removes. */
export function hunkPlace({ newStart, newCount, oldStart, oldCount }: Hunk): string {
  return newCount > 0 ? lineRangeWords(newStart, newCount) : lineRangeWords(oldStart, oldCount);
}

function lineRangeWords(start: number, count: number): string {
  return count <= 1 ? `line ${start}` : `lines ${start}–${start + count - 1}`;
}

/** Counts the lines that all hunks add and remove. */
export function diffCounts(hunks: Diff['hunks']): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.kind === 'added').length,
    removed: lines.filter((line) => line.kind === 'removed').length,
  };
}
