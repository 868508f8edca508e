import { editor } from './monaco.ts';

/** Puts a text in where it differs from what is there; the cursor and the undo history stay. */
export function replaceText(model: editor.ITextModel, text: string): void {
  if (model.getValue(editor.EndOfLinePreference.LF) === text) return;
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
}
