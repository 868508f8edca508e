import type { Hunk } from '#contract';
import type { editor } from '../../editor/monaco.ts';

/** Options of the editor's look that change while it is open. */
export interface DiffOptions {
  readonly isEditable: boolean;
  readonly isSideBySide: boolean;
  readonly fontSize: number;
}

/** The detailed comparison of what is typed is given up after this long and the plain one shown, so that a huge file never blocks. */
const MAX_COMPARE_MS = 3000;

/** Folded places are drawn whether they are in view or not; with more hunks than this they cost more than they are of use. */
const MAX_FOLDED_HUNKS = 80;

/** Monaco works brackets out for the whole text, coloured or not. */
export const PLAIN_BRACKETS: editor.ITextModelUpdateOptions = {
  bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
};

export function diffOptions(options: DiffOptions): editor.IStandaloneDiffEditorConstructionOptions {
  return { ...FIXED_OPTIONS, ...changingOptions(options) };
}

export function changingOptions({ isEditable, isSideBySide, fontSize }: DiffOptions): editor.IDiffEditorOptions {
  return { renderSideBySide: isSideBySide, readOnly: !isEditable, fontSize };
}

export function isSameLook(one: DiffOptions, other: DiffOptions): boolean {
  return (
    one.isEditable === other.isEditable && one.isSideBySide === other.isSideBySide && one.fontSize === other.fontSize
  );
}

/** Whether lines far from a change are folded away. */
export function foldingOf(hunks: readonly Hunk[] | undefined): editor.IDiffEditorOptions {
  const enabled = (hunks?.length ?? 0) <= MAX_FOLDED_HUNKS;
  return { hideUnchangedRegions: { enabled, contextLineCount: 4, minimumLineCount: 6 } };
}

const FIXED_OPTIONS: editor.IStandaloneDiffEditorConstructionOptions = {
  automaticLayout: true,
  originalEditable: false,
  domReadOnly: false,
  diffAlgorithm: 'advanced',
  maxComputationTime: MAX_COMPARE_MS,
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
  // Nobody reviews by completion.
  quickSuggestions: false,
  suggestOnTriggerCharacters: false,
};
