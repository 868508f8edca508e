import type { Hunk } from '#contract';
import { blankRunsIn } from '#contract/blank-runs';
import { hiddenCharactersIn, lookAlikesIn } from '#contract/hidden-characters';
import { type editor, Range } from '../../editor/monaco.ts';
import { endingWords } from '../../text/diff-wording.ts';
import styles from './text-marks.module.css';

/** Most marks: more are slower to draw than they are of use; the accessible view has them all. */
const MAX_MARKS = 2000;

interface TextMarks {
  readonly original: editor.IModelDeltaDecoration[];
  readonly proposed: editor.IModelDeltaDecoration[];
}

/** Marks beside changed lines what a text does not show of itself: their line ending, and characters that would not be seen. */
export function markedText(view: editor.IDiffEditor): (hunks: readonly Hunk[]) => void {
  const original = view.getOriginalEditor().createDecorationsCollection();
  const proposed = view.getModifiedEditor().createDecorationsCollection();
  let shown: readonly Hunk[] | undefined;
  return (hunks) => {
    if (hunks === shown) return;
    shown = hunks;
    const marks = textMarks(hunks);
    original.set(marks.original);
    proposed.set(marks.proposed);
  };
}

function textMarks(hunks: readonly Hunk[]): TextMarks {
  const marks: TextMarks = { original: [], proposed: [] };
  for (const line of hunks.flatMap((hunk) => hunk.lines)) {
    if (line.kind === 'same') continue;
    const side = line.kind === 'removed' ? marks.original : marks.proposed;
    const number = line.kind === 'removed' ? line.oldLine : line.newLine;
    if (number === undefined || side.length >= MAX_MARKS) continue;
    side.push(...hiddenMarks(line.text, number));
    if (line.ending !== undefined) side.push(endingMark(line.text, number, endingWords(line.ending)));
  }
  return marks;
}

function hiddenMarks(text: string, line: number): editor.IModelDeltaDecoration[] {
  const hidden = [...hiddenCharactersIn(text)].filter(({ index }) => !isDrawnByMonaco(text.charCodeAt(index)));
  const blanks = [...blankRunsIn(text)].map((run) => ({ ...run, code: run.words, name: 'a run of blanks' }));
  return [...hidden, ...lookAlikesIn(text), ...blanks].slice(0, MAX_MARKS).map(({ index, length, code, name }) => ({
    range: new Range(line, index + 1, line, index + length + 1),
    options: {
      before: { content: code, inlineClassName: styles.hidden ?? null, inlineClassNameAffectsLetterSpacing: true },
      hoverMessage: { value: name },
    },
  }));
}

function endingMark(text: string, line: number, words: string): editor.IModelDeltaDecoration {
  const end = text.length + 1;
  return {
    range: new Range(line, end, line, end),
    options: {
      showIfCollapsed: true,
      after: {
        content: `\u00a0\u00a0${words}`,
        inlineClassName: styles.ending ?? null,
        inlineClassNameAffectsLetterSpacing: true,
      },
    },
  };
}

/** Monaco draws directional and C0 controls as boxes itself. */
function isDrawnByMonaco(code: number): boolean {
  const isDirection = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return code < 32 || code === 127 || isDirection || code === 0x200e || code === 0x200f || code === 0x61c;
}
