import type { Diff } from '#contract';
import type { Redactor } from '#core/secrets/redact';

const REMARK = { level: 'note', text: 'Keys in it are not shown; Undo still brings them back as they were' } as const;

/** The diff with secrets blanked in its texts and lines; what counts as a change was found in the texts as they are. */
export function redactedDiff(diff: Diff, redactor: Redactor): Diff {
  const original = redactor.lines(diff.original);
  const proposed = redactor.lines(diff.proposed);
  if (original === diff.original && proposed === diff.proposed) return diff;
  const oldLines = changedLines(diff.original, original);
  const newLines = changedLines(diff.proposed, proposed);
  const hunks = diff.hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => {
      const shown = line.kind === 'added' ? newLines.get(line.newLine) : oldLines.get(line.oldLine);
      return shown === undefined ? line : { ...line, text: shown };
    }),
  }));
  return { ...diff, original, proposed, hunks, warnings: [...diff.warnings, REMARK] };
}

/** Finds the redacted lines by number, counted from 1. */
function changedLines(before: string, after: string): Map<number | undefined, string> {
  const lines = before.split('\n');
  return new Map(after.split('\n').flatMap((line, at) => (line === lines[at] ? [] : [[at + 1, line] as const])));
}
