import type { Hunk } from '#contract';
import { keepAriaLabel } from '../../editor/keep-aria-label.ts';
import { editor, type IDisposable, KeyCode } from '../../editor/monaco.ts';
import { prepareMonaco } from '../../editor/prepare-monaco.ts';
import { replaceText } from '../../editor/replace-text.ts';
import type { LineComment } from '../comments/comments.ts';
import { commentZones } from '../decorations/comment-zones.ts';
import { type HunkMarks, hunkDecorations, proposedLines } from '../decorations/hunk-decorations.ts';
import { lineToggles } from '../decorations/line-toggles.ts';
import { markedText } from '../decorations/text-marks.ts';
import { drawHostsHunks, setKnownHunks } from '../mappings/diff-provider.ts';
import { allAccepted } from '../review/line-decisions.ts';
import { diffFind } from './diff-find.ts';
import { diffModels } from './diff-models.ts';
import { changingOptions, type DiffOptions, diffOptions, foldingOf, isSameLook } from './diff-options.ts';
import { whenEndSeen } from './when-end-seen.ts';

export interface DiffSource {
  readonly id: string;
  readonly path: string;
  readonly original: string;
  readonly proposed: string;
  /** Hunks of these two texts, if the host has them. */
  readonly hunks: readonly Hunk[] | undefined;
  readonly options: DiffOptions;
  readonly onEdit: (proposed: string) => void;
  readonly onHunk: (number: number) => void;
  readonly onLine: (hunk: number, place: number, isAccepted: boolean) => void;
  readonly onLeave: () => void;
  /** The end of the last hunk was in view. */
  readonly onEndSeen: () => void;
}

/** Monaco's diff editor for one change, with models of its own that end with it. */
export interface DiffController extends IDisposable {
  /** Puts texts in where they differ from what is there; the cursor and the undo history stay. */
  setTexts(original: string, proposed: string): void;
  /** The hunks of the texts as they are now. */
  setHunks(hunks: readonly Hunk[]): void;
  setOptions(options: DiffOptions): void;
  /** Draws the decisions, and brings the current hunk into view when it is another than before. */
  setMarks(marks: HunkMarks): void;
  setComments(comments: readonly LineComment[]): void;
  /** Puts the cursor into the current hunk of the proposed side. */
  focusHunk(): void;
  /** Find, in the side that has the focus. */
  find(): void;
  /** Closes it; whether it was open. */
  closeFind(): boolean;
}

export function openDiff(container: HTMLElement, source: DiffSource): DiffController {
  const { view, models } = openView(container, source);
  const { original, modified } = models;
  let { options } = source;
  const side = view.getModifiedEditor();
  const drawMarks = marksOf(view);
  const markText = markedText(view);
  const find = diffFind(view);
  const toggles = lineToggles(view, source.onLine);
  const drawZones = commentZones(view);
  let comments: readonly LineComment[] = [];
  let marks: HunkMarks = { ...allAccepted, hunks: [], current: undefined, line: undefined, canDecide: false };
  const endSeen = whenEndSeen(view, () => marks.hunks, source.onEndSeen);
  let isFilling = false;

  const redrawZones = () => drawZones(comments, marks.hunks);
  const listeners = [
    ...bothNamed(view, source.path),
    modified.onDidChangeContent(() => {
      if (!isFilling) source.onEdit(modified.getValue(editor.EndOfLinePreference.LF));
    }),
    side.onDidChangeCursorPosition((event) => {
      const hunk = hunkWalkedInto(event, marks);
      if (hunk !== undefined) source.onHunk(hunk);
    }),
    addLeaveAction(side, source.onLeave),
    view.onDidUpdateDiff(redrawZones),
    view.getOriginalEditor().onDidLayoutChange(redrawZones),
  ];
  return {
    setTexts: (before, after) => {
      isFilling = true;
      replaceText(original, before);
      replaceText(modified, after);
      isFilling = false;
    },
    setHunks: (hunks) => setKnownHunks(models, hunks),
    setOptions: (next) => {
      if (isSameLook(next, options)) return;
      options = next;
      view.updateOptions(changingOptions(next));
      toggles.redraw();
    },
    setMarks: (next) => {
      const isElsewhere = next.current !== marks.current || next.line !== marks.line;
      markText(next.hunks);
      marks = next;
      drawMarks(next);
      toggles.set(next);
      endSeen.look();
      if (isElsewhere && !side.hasTextFocus()) revealCurrent(view, marks);
    },
    focusHunk: () => {
      const hunk = revealCurrent(view, marks);
      if (hunk !== undefined) side.setPosition({ lineNumber: proposedLines(hunk)[0], column: 1 });
      side.focus();
    },
    setComments: (next) => {
      comments = next;
      redrawZones();
    },
    find: find.open,
    closeFind: find.close,
    dispose: () => {
      for (const disposable of [endSeen, toggles, find, ...listeners, view, original, modified]) disposable.dispose();
    },
  };
}

function openView(container: HTMLElement, source: DiffSource) {
  drawHostsHunks();
  prepareMonaco();
  const view = editor.createDiffEditor(container, { ...diffOptions(source.options), ...foldingOf(source.hunks) });
  const models = diffModels(source);
  view.setModel(models);
  return { view, models };
}

function marksOf(view: editor.IDiffEditor): (marks: HunkMarks) => void {
  const original = view.getOriginalEditor().createDecorationsCollection();
  const proposed = view.getModifiedEditor().createDecorationsCollection();
  return (marks) => {
    const drawn = hunkDecorations(marks);
    original.set(drawn.original);
    proposed.set(drawn.proposed);
  };
}

/** Brings the current hunk, and in it the current line, into view. */
function revealCurrent(view: editor.IDiffEditor, { hunks, current, line: place }: HunkMarks): Hunk | undefined {
  const hunk = hunks.find((one) => one.number === current);
  if (hunk === undefined) return undefined;
  const side = view.getModifiedEditor();
  side.revealLinesInCenterIfOutsideViewport(...proposedLines(hunk));
  const line = hunk.lines[place ?? -1];
  if (line === undefined) return hunk;
  const [own, number] = line.kind === 'removed' ? [view.getOriginalEditor(), line.oldLine] : [side, line.newLine];
  if (number !== undefined) own.revealLineInCenterIfOutsideViewport(number);
  return hunk;
}

function bothNamed(view: editor.IDiffEditor, path: string): readonly IDisposable[] {
  return [
    keepAriaLabel(view.getOriginalEditor(), `${path} as it is`),
    keepAriaLabel(view.getModifiedEditor(), `${path} as proposed`),
  ];
}

function addLeaveAction(side: editor.IStandaloneCodeEditor, onLeave: () => void): IDisposable {
  return side.addAction({
    id: 'sigma.leave',
    label: 'Leave the editor',
    keybindings: [KeyCode.Escape],
    precondition: '!findWidgetVisible && !editorHasMultipleSelections && !editorHasSelection',
    run: onLeave,
  });
}

/** Another hunk that a person put the cursor into. */
function hunkWalkedInto({ position, reason }: editor.ICursorPositionChangedEvent, { hunks, current }: HunkMarks) {
  if (reason !== editor.CursorChangeReason.Explicit) return undefined;
  const hunk = hunks.find((one) => isWithin(position.lineNumber, proposedLines(one)));
  return hunk?.number === current ? undefined : hunk?.number;
}

const isWithin = (line: number, [first, last]: readonly [number, number]) => line >= first && line <= last;
