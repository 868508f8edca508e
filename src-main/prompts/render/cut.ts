/** Longest value that is told, in UTF-16 units of its JSON. */
const MAX_SHOWN = 4096;

export interface CutText {
  readonly text: string;
  /** Size of the whole text, in bytes of UTF-8. */
  readonly bytes: number;
}

/** A value as JSON, cut when it is long. */
export function cutJson(value: unknown): CutText {
  return cutText(jsonTextOf(value));
}

export function cutText(text: string): CutText {
  return { text: cutEnd(text, MAX_SHOWN), bytes: Buffer.byteLength(text) };
}

/** The beginning of a text, with a sign where something is left out; no pair of surrogates is split. */
export function cutEnd(text: string, length: number): string {
  if (text.length <= length) return text;
  const code = text.charCodeAt(length - 1);
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)}…`;
}

/** A value as JSON has it; the beginning of its text where it is long. */
export function cutValue(value: unknown): unknown {
  const text = jsonTextOf(value);
  return text.length > MAX_SHOWN ? cutEnd(text, MAX_SHOWN) : (JSON.parse(text) as unknown);
}

/** JSON has no integers that a number of JavaScript does not hold: these are shown as their digits. */
export function shownInteger(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** JSON of whatever templates work with. */
function jsonTextOf(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? shownInteger(inner) : inner)) ?? 'null'
    );
  } catch {
    return '"…"';
  }
}
