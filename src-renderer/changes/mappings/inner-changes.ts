import { linesDiffComputers, RangeMapping } from '../../editor/diff-parts.ts';
import { type editor, type IRange, Range } from '../../editor/monaco.ts';
import { type DifferingSpan, differingSpan } from './differing-span.ts';
import type { LineMapping } from './hunk-mappings.ts';

/** UTF-16 units of all hunks that are compared word by word, some 20 ms; the lines of others are compared from both ends. */
const MAX_WORD_UNITS = 4000;
/** Lines of a hunk that are compared at all. */
const MAX_LINES = 1000;
/** Time limit for one hunk, in milliseconds; its size keeps it far below that. */
const MAX_MS = 20;

interface ModelPair {
  readonly original: editor.ITextModel;
  readonly modified: editor.ITextModel;
}

type InnerChanges = readonly RangeMapping[] | undefined;

/** Finds differences within the lines of each mapping; undefined if they are not computed. */
export function innerChanges({ original, modified }: ModelPair): (mapping: LineMapping) => InnerChanges {
  let left = MAX_WORD_UNITS;
  return (mapping) => {
    const [before, after] = [modelLines(original, mapping.old), modelLines(modified, mapping.new)];
    if (before.length === 0 || after.length === 0) return undefined;
    const spans = before.length === after.length ? spansOf(before, after) : undefined;
    const units = unitsOf(before) + unitsOf(after);
    if (spans?.every(isExact) !== true && units <= left) {
      left -= units;
      return byWords(before, after, mapping);
    }
    return spans?.map((span, index) => spanMapping(span, mapping, index));
  };
}

function modelLines(model: editor.ITextModel, [start, end]: readonly [number, number]): string[] {
  const last = Math.min(end, start + MAX_LINES, model.getLineCount() + 1);
  return Array.from({ length: Math.max(0, last - start) }, (_, index) => model.getLineContent(start + index));
}

const unitsOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);

const spansOf = (before: readonly string[], after: readonly string[]) =>
  before.map((line, index) => differingSpan(line, after[index] ?? ''));

/** Whether text was only inserted or removed in one place: no comparison of words says more. */
const isExact = ({ start, oldEnd, newEnd }: DifferingSpan) => start === oldEnd || start === newEnd;

function spanMapping({ start, oldEnd, newEnd }: DifferingSpan, mapping: LineMapping, index: number): RangeMapping {
  const range = (line: number, end: number) => new Range(line + index, start + 1, line + index, end + 1);
  return new RangeMapping(range(mapping.old[0], oldEnd), range(mapping.new[0], newEnd));
}

function byWords(before: readonly string[], after: readonly string[], mapping: LineMapping): InnerChanges {
  const options = { ignoreTrimWhitespace: false, maxComputationTimeMs: MAX_MS, computeMoves: false };
  const { changes } = linesDiffComputers.getDefault().computeDiff(before, after, options);
  const inner = changes.flatMap((change) => change.innerChanges ?? []);
  return inner.map(
    ({ originalRange, modifiedRange }) =>
      new RangeMapping(moveDown(originalRange, mapping.old[0] - 1), moveDown(modifiedRange, mapping.new[0] - 1)),
  );
}

function moveDown({ startLineNumber, startColumn, endLineNumber, endColumn }: IRange, lines: number): Range {
  return new Range(startLineNumber + lines, startColumn, endLineNumber + lines, endColumn);
}
