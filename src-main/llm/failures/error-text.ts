import { textStart } from '#contract/text-ends';

/** Most of a server's own words that is shown, in characters. */
const MAX_LENGTH = 2000;

/** A server's own words from the body of an error: the usual JSON shapes, a page's title, else the text. */
export function serverErrorText(body: string, contentType: string): string {
  const text =
    messageInJson(body) ?? (/html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(body) ? pageTitle(body) : body);
  // Terminal escapes and other controls have no place in a message.
  const clean = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return clean.length > MAX_LENGTH ? `${textStart(clean, MAX_LENGTH)}…` : clean;
}

function messageInJson(body: string): string | undefined {
  try {
    return wordsIn(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** `{error: {message}}`, `{error: "…"}`, `{message}`, FastAPI's `{detail: "…" | [{msg, loc}]}`, and the same inside a list. */
function wordsIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 4) return undefined;
  if (Array.isArray(value)) {
    const all = value.slice(0, 20).map((entry) => wordsIn(entry, depth + 1));
    return all.filter((entry) => entry !== undefined).join('; ') || undefined;
  }
  return wordsInFields(new Map(Object.entries(value)), depth) ?? (depth === 0 ? JSON.stringify(value) : undefined);
}

function wordsInFields(fields: ReadonlyMap<string, unknown>, depth: number): string | undefined {
  for (const name of ['error', 'message', 'detail', 'msg', 'errors']) {
    const words = wordsIn(fields.get(name), depth + 1);
    if (words === undefined || words === '') continue;
    const place = fields.get('loc');
    return name === 'msg' && Array.isArray(place) ? `${place.join('.')}: ${words}` : words;
  }
  return undefined;
}

function pageTitle(page: string): string {
  const title = /<title[^<>]*>([^<]*)/i.exec(page)?.[1]?.trim();
  return title ? `a web page, "${title}"` : 'a web page';
}
