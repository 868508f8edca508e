import { messageOf } from '#core/app-error';
import { ImageError } from '../image-error.ts';

/** Most bytes of a manifest: some 600,000 layers. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
/** Deepest nesting; a manifest needs three. */
const MAX_NESTING = 500;

/** The value of a manifest's JSON. @throws ImageError if it is none, too long or nested too deeply */
export function parseManifestJson(text: string): unknown {
  if (text.length > MAX_MANIFEST_BYTES) throw new ImageError('manifest', 'The manifest is longer than 64 MiB');
  if (isNestedDeeper(text, MAX_NESTING)) {
    throw new ImageError('manifest', `The manifest is nested more than ${MAX_NESTING} levels deep`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImageError('manifest', `The manifest is no JSON: ${messageOf(error)}`);
  }
}

/**
 * Whether the nesting exceeds a limit, checked before content that is written again is walked by recursion. Brackets in
 * texts do not count.
 */
function isNestedDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) at = endOfText(text, at);
    // A bit tells [ from {, and ] from }.
    else if ((mark | 0x20) === OPENING && ++depth > limit) return true;
    else if ((mark | 0x20) === CLOSING) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Finds the end of the text that begins at `start`; the end of the whole if it is unfinished. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) return at;
    if (mark === BACKSLASH) at++;
  }
  return text.length;
}
