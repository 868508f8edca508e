import { asEditorText } from './line-endings.ts';
import { editor } from './monaco.ts';

/** Puts a text in where it differs from what is there; the cursor and the undo history stay. */
export function replaceText(model: editor.ITextModel, text: string): void {
  const wanted = asEditorText(text);
  if (model.getValue(editor.EndOfLinePreference.LF) === wanted) return;
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text: wanted }], () => null);
}
