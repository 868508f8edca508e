import { setContext } from './code-contexts.ts';
import styles from './code-editor.module.css';
import type { CodeHandle, CodeProps, TextProblem, TextRange } from './code-types.ts';
import { registerJson } from './json-language.ts';
import { fromEditorText } from './line-endings.ts';
import { editor, type IRange, MarkerSeverity } from './monaco.ts';
import { prepareMonaco } from './prepare-monaco.ts';
import { replaceText } from './replace-text.ts';
import { tokenizeNow } from './tokenize-now.ts';

/** One text in Monaco, with a model of its own that ends with it. */
export interface CodeController extends CodeHandle {
  setText(text: string): void;
  setProblems(problems: readonly TextProblem[]): void;
  setMarks(marks: readonly TextRange[]): void;
  setContext(context: object | undefined): void;
  setLook(look: Pick<CodeProps, 'fontSize' | 'isReadOnly' | 'label'>): void;
  dispose(): void;
}

const LINES_AT_LEAST = 3;
const PADDING = 6;

export function openCode(container: HTMLElement, props: CodeProps, latest: () => CodeProps): CodeController {
  prepareMonaco();
  if (props.language === 'json') registerJson();
  const model = editor.createModel(props.text, props.language);
  const view = editor.create(container, { ...FIXED_OPTIONS, ...appearanceOptions(props), model });
  tokenizeNow(model);
  const marks = view.createDecorationsCollection();
  let isFilling = false;
  const listeners = [
    model.onDidChangeContent(() => {
      if (isFilling) return;
      const { onChange, text } = latest();
      onChange?.(fromEditorText(model.getValue(editor.EndOfLinePreference.LF), text));
    }),
    view.onDidChangeCursorPosition(({ position, reason, source }) => {
      const isByPerson = reason === editor.CursorChangeReason.Explicit || source === 'keyboard';
      if (isByPerson && !isFilling) latest().onCursor?.(position.lineNumber, position.column);
    }),
    ...(props.maxLines === undefined ? [] : [growWithText(view, container, props.maxLines)]),
  ];
  setContext(model, props.context);
  const filling = (work: () => void) => {
    isFilling = true;
    work();
    isFilling = false;
  };
  return {
    setText: (text) => {
      filling(() => replaceText(model, text));
      tokenizeNow(model);
    },
    setProblems: (problems) => editor.setModelMarkers(model, 'sigma', problems.map(markerOf)),
    setMarks: (ranges) => {
      marks.set(
        ranges.map((range) => ({ range: monacoRange(range), options: { inlineClassName: styles.mark ?? '' } })),
      );
    },
    setContext: (context) => setContext(model, context),
    setLook: (look) => view.updateOptions(appearanceOptions(look)),
    focus: () => view.focus(),
    select: (range) =>
      filling(() => {
        view.setSelection(monacoRange(range));
        view.revealRangeInCenterIfOutsideViewport(monacoRange(range));
      }),
    dispose: () => {
      for (const disposable of [...listeners, view, model]) disposable.dispose();
    },
  };
}

function appearanceOptions({
  fontSize,
  isReadOnly = false,
  label,
}: Pick<CodeProps, 'fontSize' | 'isReadOnly' | 'label'>) {
  return { fontSize, readOnly: isReadOnly, ariaLabel: label };
}

/** Makes the editor as high as its text, within bounds. */
function growWithText(view: editor.IStandaloneCodeEditor, container: HTMLElement, maxLines: number) {
  const grow = () => {
    const line = view.getOption(editor.EditorOption.lineHeight);
    const height = Math.min(
      Math.max(view.getContentHeight(), LINES_AT_LEAST * line + PADDING),
      maxLines * line + PADDING,
    );
    container.style.height = `${height}px`;
    view.layout();
  };
  grow();
  return view.onDidContentSizeChange(grow);
}

function monacoRange({ line, column, endLine, endColumn }: TextRange): IRange {
  return { startLineNumber: line, startColumn: column, endLineNumber: endLine, endColumn };
}

function markerOf(problem: TextProblem): editor.IMarkerData {
  const severity = problem.severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning;
  return { ...monacoRange(problem), severity, message: problem.message };
}

const FIXED_OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 8,
  folding: false,
  glyphMargin: false,
  wordWrap: 'on',
  wrappingStrategy: 'simple',
  renderLineHighlight: 'none',
  stickyScroll: { enabled: false },
  renderWhitespace: 'selection',
  renderControlCharacters: true,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
  padding: { top: 4, bottom: 2 },
  fixedOverflowWidgets: true,
  overviewRulerLanes: 0,
  scrollbar: { alwaysConsumeMouseWheel: false, useShadows: false },
  // Whoever works by keyboard must get out again; Ctrl+M lets Tab indent.
  tabFocusMode: true,
  links: false,
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  wordBasedSuggestions: 'off',
  quickSuggestions: { other: true, comments: false, strings: true },
  suggest: { showStatusBar: false, preview: false },
  tabSize: 2,
};
