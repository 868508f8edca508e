import { editor, type IDisposable } from './monaco.ts';

/** Keeps a side's accessible name: the diff editor takes it away with every change of its options or of the layout. */
export function keepAriaLabel(side: editor.ICodeEditor, ariaLabel: string): IDisposable {
  const set = () => {
    if (side.getOption(editor.EditorOption.ariaLabel) !== ariaLabel) side.updateOptions({ ariaLabel });
  };
  set();
  return side.onDidChangeConfiguration(set);
}
