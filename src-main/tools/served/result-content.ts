import { textEnd, textStart } from '#contract/text-ends';

/** Most of a result that a model is told, in UTF-16 units: the rest would crowd out the conversation. */
const MAX_CONTENT = 200_000;

/** Converts a provider's answer for the model: nothing is `OK`, a text is itself, anything else is JSON. */
export function resultContent(content: unknown): string {
  if (content === undefined || content === null) return 'OK';
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (text.length <= MAX_CONTENT) return text;
  const [start, end] = [textStart(text, MAX_CONTENT / 2), textEnd(text, MAX_CONTENT / 2)];
  const left = text.length - start.length - end.length;
  return `${start}\n[… ${left} characters were left out …]\n${end}`;
}
