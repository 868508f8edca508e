import type { editor } from './monaco.ts';

const contexts = new WeakMap<editor.ITextModel, object>();

/** Says what belongs to the text of a model, such as the variables it may name. */
export function setContext(model: editor.ITextModel, context: object | undefined): void {
  if (context === undefined) contexts.delete(model);
  else contexts.set(model, context);
}

export function contextOf(model: editor.ITextModel): object | undefined {
  return contexts.get(model);
}
