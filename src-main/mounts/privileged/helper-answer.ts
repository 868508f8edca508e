import { isPlainObject } from '#contract/plain-object';

/** Output of the helper: the members of its answer, or a code and a sentence. */
export type HelperAnswer =
  | { readonly ok: true; readonly members: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Reads the one line of JSON that the helper prints; nothing if it printed something else. */
export function parseHelperAnswer(text: string): HelperAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isPlainObject(value)) return undefined;
    if (value.ok === true) return { ok: true, members: value };
    const { code, message } = value;
    return typeof code === 'string' && typeof message === 'string' ? { ok: false, code, message } : undefined;
  } catch {
    return undefined;
  }
}

/** A request as the one word that the helper takes: JSON in base64url, nothing in it means anything to a shell. */
export function helperWord(request: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(request)).toString('base64url');
}
