import type { SseEvent } from '#core/servers/sse-events';

/** Events whose closing blank lines were forgotten arrive as one; each line is then a document of its own. */
export function separatedDocuments({ name, data }: SseEvent): SseEvent[] {
  const text = data.trim();
  const documents = text.includes('\n') && !isJson(text) ? text.split('\n') : [text];
  return documents.filter((document) => document.trim() !== '').map((document) => ({ name, data: document }));
}

/** Whether a text is one JSON document, and not a part of one. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
