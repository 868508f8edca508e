import { formatSpans, mayHoldFormat } from '#core/secrets/secret-formats';
import { mayHoldCredentials } from '#core/secrets/sensitive-paths';
import type { NewContent } from '../write/new-entry.ts';
import { ContentGone } from '../write/new-entry.ts';

/** A larger file is not searched for keys: those that people leave in folders stand in small ones. */
const MAX_SEARCHED = 256 * 1024;

/** Used again for each file: one is searched at a time. */
const searched = Buffer.allocUnsafeSlow(MAX_SEARCHED);

/** Whether the name says that credentials lie there. */
export function isSecretPath(path: string): boolean {
  return mayHoldCredentials(`/${path}`);
}

/** Whether a key of a known format stands in the file. @throws file system errors */
export function holdsKey(content: NewContent): boolean {
  if (content.from !== 'source' || content.source.size === 0 || content.source.size > MAX_SEARCHED) return false;
  try {
    using open = content.source.open();
    const length = open.read(searched.subarray(0, Math.min(MAX_SEARCHED, open.size)), 0);
    const text = searched.toString('latin1', 0, length);
    return mayHoldFormat(text) && !text.includes('\0') && formatSpans(text).length > 0;
  } catch (error) {
    if (error instanceof ContentGone) return false;
    throw error;
  }
}
