import type { Diff } from '#contract';
import type { Redactor } from '#core/secrets/redact';
import { lineContent, splitLines } from './text.ts';

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
  const oldLines = changedLines(oldText, redactor.lines(oldText));
  const newLines = changedLines(newText, redactor.lines(newText));
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
  const lines = splitLines(before);
  return new Map(
    splitLines(after).flatMap((line, at) => (line === lines[at] ? [] : [[at + 1, lineContent(line)] as const])),
  );
}
