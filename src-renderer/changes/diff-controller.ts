import { type HunkMarks, hunkDecorations, proposedLines } from './hunk-decorations.ts';
import { editor, type IDisposable, KeyCode, Uri } from './monaco.ts';
import { followTheme } from './monaco-theme.ts';

export interface DiffSource {
  readonly id: string;
  readonly path: string;
  readonly original: string;
  readonly proposed: string;
  readonly onEdit: (proposed: string) => void;
  readonly onHunk: (number: number) => void;
  readonly onLeave: () => void;
}

export interface DiffOptions {
  readonly isEditable: boolean;
  readonly isSideBySide: boolean;
  readonly fontSize: number;
}

/** Monaco's diff editor for one change, with models of its own that end with it. */
export interface DiffController extends IDisposable {
  /** Puts texts in where they differ from what is there; the cursor and the undo history stay. */
  setTexts(original: string, proposed: string): void;
  setOptions(options: DiffOptions): void;
  /** Draws the decisions, and brings the current hunk into view when it is another than before. */
  setMarks(marks: HunkMarks): void;
  /** Puts the cursor into the current hunk of the proposed side. */
  focusHunk(): void;
}

/** The detailed comparison is given up after this long and the plain one shown, so that a huge file never blocks. */
const MAX_COMPARE_MS = 3000;

export function openDiff(container: HTMLElement, source: DiffSource): DiffController {
  const theme = followTheme();
  const view = editor.createDiffEditor(container, FIXED_OPTIONS);
  const original = editor.createModel(source.original, undefined, uriOf('original', source));
  const modified = editor.createModel(source.proposed, undefined, uriOf('proposed', source));
  view.setModel({ original, modified });
  const side = view.getModifiedEditor();
  const decorations = side.createDecorationsCollection();
  let marks: HunkMarks = { hunks: [], rejected: new Set(), current: undefined, canDecide: false };
  let isFilling = false;

  const listeners = [
    named(view.getOriginalEditor(), `${source.path} as it is`),
    named(side, `${source.path} as proposed`),
    modified.onDidChangeContent(() => {
      if (!isFilling) source.onEdit(modified.getValue(editor.EndOfLinePreference.LF));
    }),
    side.onDidChangeCursorPosition(({ position, reason }) => {
      if (reason !== editor.CursorChangeReason.Explicit) return;
      const hunk = marks.hunks.find((one) => isWithin(position.lineNumber, proposedLines(one)));
      if (hunk !== undefined && hunk.number !== marks.current) source.onHunk(hunk.number);
    }),
    side.addAction({
      id: 'sigma.leave',
      label: 'Leave the editor',
      keybindings: [KeyCode.Escape],
      precondition: '!findWidgetVisible && !editorHasMultipleSelections && !editorHasSelection',
      run: () => source.onLeave(),
    }),
  ];
  const fill = (model: editor.ITextModel, text: string) => {
    if (model.getValue(editor.EndOfLinePreference.LF) === text) return;
    isFilling = true;
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
    isFilling = false;
  };
  const reveal = () => {
    const hunk = marks.hunks.find((one) => one.number === marks.current);
    if (hunk !== undefined) side.revealLinesInCenterIfOutsideViewport(...proposedLines(hunk));
    return hunk;
  };

  return {
    setTexts: (before, after) => {
      fill(original, before);
      fill(modified, after);
    },
    setOptions: ({ isEditable, isSideBySide, fontSize }) => {
      view.updateOptions({ renderSideBySide: isSideBySide, readOnly: !isEditable, fontSize });
    },
    setMarks: (next) => {
      const isElsewhere = next.current !== marks.current;
      marks = next;
      decorations.set(hunkDecorations(next));
      if (isElsewhere && !side.hasTextFocus()) reveal();
    },
    focusHunk: () => {
      const hunk = reveal();
      if (hunk !== undefined) side.setPosition({ lineNumber: proposedLines(hunk)[0], column: 1 });
      side.focus();
    },
    dispose: () => {
      for (const disposable of [...listeners, view, original, modified, theme]) disposable.dispose();
    },
  };
}

const FIXED_OPTIONS: editor.IStandaloneDiffEditorConstructionOptions = {
  automaticLayout: true,
  originalEditable: false,
  readOnly: true,
  domReadOnly: false,
  diffAlgorithm: 'advanced',
  maxComputationTime: MAX_COMPARE_MS,
  hideUnchangedRegions: { enabled: true, contextLineCount: 4, minimumLineCount: 6 },
  useInlineViewWhenSpaceIsLimited: true,
  renderSideBySideInlineBreakpoint: 640,
  renderMarginRevertIcon: false,
  renderGutterMenu: false,
  renderIndicators: true,
  renderOverviewRuler: false,
  ignoreTrimWhitespace: false,
  lineNumbersMinChars: 4,
  lineDecorationsWidth: 14,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  folding: false,
  stickyScroll: { enabled: false },
  renderWhitespace: 'boundary',
  renderControlCharacters: true,
  unicodeHighlight: {
    ambiguousCharacters: true,
    invisibleCharacters: true,
    nonBasicASCII: false,
    includeComments: true,
    includeStrings: true,
  },
  bracketPairColorization: { enabled: false },
  glyphMargin: true,
  padding: { top: 4, bottom: 4 },
  fixedOverflowWidgets: true,
  contextmenu: true,
  // Whoever reviews by keyboard must get out again; Ctrl+M lets Tab indent.
  tabFocusMode: true,
  links: false,
  occurrencesHighlight: 'off',
};

/** Keeps a side's accessible name: the diff editor takes it away with every change of its options or of the layout. */
function named(side: editor.ICodeEditor, ariaLabel: string): IDisposable {
  const set = () => {
    if (side.getOption(editor.EditorOption.ariaLabel) !== ariaLabel) side.updateOptions({ ariaLabel });
  };
  set();
  return side.onDidChangeConfiguration(set);
}

const isWithin = (line: number, [first, last]: readonly [number, number]) => line >= first && line <= last;

/** The path at the end lets Monaco choose the language. */
function uriOf(side: 'original' | 'proposed', { id, path }: DiffSource): Uri {
  opened += 1;
  const model = `${id}-${opened}`;
  return Uri.from({ scheme: 'sigma', authority: side, path: `/${model}/${path.replace(/^\/+/, '')}` });
}

let opened = 0;
