import type { Diff } from '#contract';
import type { Redactor } from '#core/secrets/redact';

/** The texts that a diff was made of. */
interface ComparedTexts {
  readonly oldText: string;
  readonly newText: string;
}

const REMARK = { level: 'note', text: 'Keys in it are not shown; Undo still brings them back as they were' } as const;

/**
 * The diff with secrets blanked in its texts and lines; what counts as a change was found in the texts as they are. Its own are
 * an editor's, which have more lines where there are lone CRs.
 */
export function redactedDiff(diff: Diff, { oldText, newText }: ComparedTexts, redactor: Redactor): Diff {
  const original = redactor.lines(diff.original);
  const proposed = redactor.lines(diff.proposed);
  if (original === diff.original && proposed === diff.proposed) return diff;
  const oldLines = changedLines(oldText, redactor);
  const newLines = changedLines(newText, redactor);
  const hunks = diff.hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => {
      const shown = line.kind === 'added' ? newLines.get(line.newLine) : oldLines.get(line.oldLine);
      return shown === undefined ? line : { ...line, text: shown };
    }),
  }));
  return { ...diff, original, proposed, hunks, warnings: [...diff.warnings, REMARK] };
}

/** Finds the redacted lines by number, counted from 1. A secret of several lines is known by LF, whatever the file has. */
function changedLines(text: string, redactor: Redactor): Map<number | undefined, string> {
  const byLf = text.replaceAll('\r\n', '\n');
  const lines = byLf.split('\n');
  const shown = redactor.lines(byLf).split('\n');
  return new Map(shown.flatMap((line, at) => (line === lines[at] ? [] : [[at + 1, line] as const])));
}
