import type { DiffLine, Hunk } from '#contract';
import type { editor, IDisposable } from '../../editor/monaco.ts';
import { lineWords } from '../../text/diff-wording.ts';
import { isLineAccepted } from '../review/line-decisions.ts';
import { isSideBySide } from './comment-zones.ts';
import type { HunkMarks } from './hunk-decorations.ts';
import styles from './line-toggles.module.css';
import { marginSlots } from './margin-slots.ts';

export interface LineToggles extends IDisposable {
  set(marks: HunkMarks): void;
  /** Draws them again, as when the two sides become one. */
  redraw(): void;
}

type LineListener = (hunk: number, place: number, isAccepted: boolean) => void;

/** Lines drawn beyond those in view, so that scrolling shows no gap. */
const MARGIN_LINES = 30;
/** Removed lines that have buttons where both sides are drawn as one. */
const MAX_STACKED = 200;

interface TogglePlacement {
  readonly side: editor.ICodeEditor;
  readonly number: number;
  /** Offset of a line without a place of its own: how many lines above `number` it is drawn, or below it. */
  readonly above?: number;
  readonly hunk: Hunk;
  readonly place: number;
  readonly line: DiffLine;
}

/** A button in the margin beside each changed line that is near what is in view: pressed while the line is accepted. */
export function lineToggles(view: editor.IDiffEditor, onLine: LineListener): LineToggles {
  const sides = { removed: view.getOriginalEditor(), added: view.getModifiedEditor() };
  const toggles = new Map<string, HTMLButtonElement>();
  const slots = marginSlots();
  let marks: HunkMarks | undefined;
  let frame: number | undefined;

  const draw = () => {
    frame = undefined;
    if (marks === undefined) return;
    const wanted = marks.canDecide
      ? wantedOf(marks.hunks, sides, !isSideBySide(view))
      : new Map<string, TogglePlacement>();
    for (const key of [...toggles.keys()].filter((one) => !wanted.has(one))) remove(key);
    for (const [key, one] of wanted) {
      const button = toggles.get(key) ?? add(key, one);
      paintToggle(button, one.line, isLineAccepted(marks, one.hunk.number, one.place));
    }
  };
  const add = (key: string, one: TogglePlacement) => {
    const button = toggleOf(one, onLine);
    slots.add(one.side, one.number, button);
    toggles.set(key, button);
    return button;
  };
  const remove = (key: string) => {
    const button = toggles.get(key);
    if (button !== undefined) slots.remove(button);
    toggles.delete(key);
  };
  const later = () => {
    frame ??= requestAnimationFrame(draw);
  };
  for (const side of Object.values(sides)) showMargin(side);
  const listeners = [
    view.onDidUpdateDiff(later),
    ...Object.values(sides).flatMap((side) => [
      side.onDidScrollChange(later),
      side.onDidLayoutChange(later),
      side.onDidChangeHiddenAreas(later),
    ]),
  ];

  return {
    set: (next) => {
      marks = next;
      draw();
    },
    redraw: later,
    dispose: () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      for (const listener of listeners) listener.dispose();
      for (const key of [...toggles.keys()]) remove(key);
    },
  };
}

function toggleOf({ above, hunk, place }: TogglePlacement, onLine: LineListener): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.className = styles.toggle ?? '';
  // The focus stays where it is, so that the keys of the review go on.
  button.addEventListener('mousedown', (event) => {
    event.preventDefault();
    event.stopPropagation();
  });
  button.addEventListener('click', () => onLine(hunk.number, place, button.getAttribute('aria-pressed') !== 'true'));
  if (above !== undefined) button.style.transform = `translateY(${-100 * above}%)`;
  return button;
}

/** Monaco hides its margin from screen readers; its buttons are to be found there, the line numbers not. */
function showMargin(side: editor.ICodeEditor): void {
  const margin = side.getDomNode()?.querySelector('.margin');
  margin?.removeAttribute('aria-hidden');
  for (const part of margin?.children ?? []) {
    if (!part.classList.contains('glyph-margin-widgets')) part.setAttribute('aria-hidden', 'true');
  }
}

type SideEditors = Readonly<Record<'removed' | 'added', editor.ICodeEditor>>;
type LinePosition = Pick<TogglePlacement, 'side' | 'number' | 'above'>;

function wantedOf(hunks: readonly Hunk[], sides: SideEditors, isInline: boolean): Map<string, TogglePlacement> {
  const wanted = new Map<string, TogglePlacement>();
  const inView = { removed: linesInView(sides.removed), added: linesInView(sides.added) };
  for (const hunk of hunks.filter((one) => isNear(one, inView))) {
    hunk.lines.forEach((line, place) => {
      if (line.kind === 'same') return;
      const isStacked = isInline && line.kind === 'removed';
      const at = isStacked ? stackedAt(hunk, line, sides.added) : ownPlace(line, sides[line.kind], inView[line.kind]);
      if (at !== undefined)
        wanted.set(`${hunk.number} ${place} ${at.number} ${at.above}`, { ...at, hunk, place, line });
    });
  }
  return wanted;
}

function ownPlace(
  { kind, oldLine, newLine }: DiffLine,
  side: editor.ICodeEditor,
  inView: ViewTest,
): LinePosition | undefined {
  const number = kind === 'removed' ? oldLine : newLine;
  return number !== undefined && inView(number, number) ? { side, number } : undefined;
}

/** Inline, removed lines are drawn above the line their hunk stands before, or below the last one. */
function stackedAt(
  { oldStart, oldCount, newStart }: Hunk,
  { oldLine = 0 }: DiffLine,
  side: editor.ICodeEditor,
): LinePosition | undefined {
  if (oldLine - oldStart >= MAX_STACKED) return undefined;
  const last = side.getModel()?.getLineCount() ?? 0;
  if (newStart > last) return { side, number: last, above: oldStart - oldLine - 1 };
  return { side, number: newStart, above: oldStart + oldCount - oldLine };
}

type ViewTest = (first: number, last: number) => boolean;

function isNear(
  { oldStart, oldCount, newStart, newCount }: Hunk,
  inView: Readonly<Record<'removed' | 'added', ViewTest>>,
): boolean {
  return inView.removed(oldStart, oldStart + oldCount) || inView.added(newStart, newStart + newCount);
}

function linesInView(side: editor.ICodeEditor): ViewTest {
  const ranges = side.getVisibleRanges();
  return (first, last) =>
    ranges.some(
      ({ startLineNumber, endLineNumber }) =>
        first <= endLineNumber + MARGIN_LINES && last >= startLineNumber - MARGIN_LINES,
    );
}

function paintToggle(button: HTMLButtonElement, line: DiffLine, isAccepted: boolean): void {
  const label = `Accept ${lineWords(line)}`;
  button.setAttribute('aria-label', label);
  button.setAttribute('aria-pressed', String(isAccepted));
  button.textContent = isAccepted ? '✓' : '✕';
  button.title = `${isAccepted ? 'Reject' : 'Accept'} ${lineWords(line)}`;
}
