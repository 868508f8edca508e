/** The parts of Monaco that diffs and templates need; loaded with the first of them, never before. */
import {
  Emitter,
  editor,
  type IDisposable,
  type IPosition,
  type IRange,
  KeyCode,
  languages,
  MarkerSeverity,
  Range,
  Uri,
} from 'monaco-editor/editor';
// Monaco's own `features/suggest/register` leaves the widget out.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/longLinesHelper/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/tokenization/register';
import 'monaco-editor/features/unicodeHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import './languages.ts';

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

export {
  Emitter,
  editor,
  type IDisposable,
  type IPosition,
  type IRange,
  KeyCode,
  languages,
  MarkerSeverity,
  Range,
  Uri,
};
