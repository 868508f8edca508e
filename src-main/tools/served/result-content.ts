/** Most of a result that a model is told, in UTF-16 units: the rest would crowd out the conversation. */
const MAX_CONTENT = 200_000;

/** Converts a provider's answer for the model: nothing is `OK`, a text is itself, anything else is JSON. */
export function resultContent(content: unknown): string {
  if (content === undefined || content === null) return 'OK';
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (text.length <= MAX_CONTENT) return text;
  const half = MAX_CONTENT / 2;
  const left = text.length - MAX_CONTENT;
  return `${text.slice(0, half)}\n[… ${left} characters were left out …]\n${text.slice(-half)}`;
}
