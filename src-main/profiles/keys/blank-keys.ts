import { AppError } from '#core/app-error';
import { findKeys, KEY_PLACEHOLDER, keyValues, redactFound, replaceFound } from '#core/secrets/secret-keys';

const SECTION = ['profiles'];

/** The keys in a file's text: those of its profiles, else whatever looks like one in a file that cannot be read. */
export function keysIn(text: string): string[] {
  return keyValues(findKeys(text, SECTION));
}

/** The text with a placeholder for each key; saved back, it means the key that is there. */
export function blankKeys(text: string): string {
  return redactFound(text, findKeys(text, SECTION));
}

/**
 * Puts the keys of `before` back for their placeholders, by profile.
 *
 * @throws AppError INVALID_INPUT for a placeholder in a profile that has no key
 */
export function restoreKeys(text: string, before: string): string {
  const known = new Map(findKeys(before, SECTION).map(({ owner, value }) => [owner, value]));
  const placed = findKeys(text, SECTION).filter(({ value }) => value === KEY_PLACEHOLDER);
  const restored = replaceFound(text, placed, ({ owner }) => {
    const key = known.get(owner);
    if (key !== undefined) return key;
    const message = `Profile ${owner} had no key that could be put back; write it out`;
    const problems = [{ path: `profiles.${owner}.key`, message }];
    throw new AppError('INVALID_INPUT', message, { problems });
  });
  return withKeysElsewhere(restored, { before, keys: new Set(known.values()) });
}

interface KeptKeys {
  readonly before: string;
  readonly keys: ReadonlySet<string>;
}

/** Keys that stand elsewhere as well, as in comments: the one key of a file, else what the line said before, where one line alone did. */
function withKeysElsewhere(text: string, { before, keys }: KeptKeys): string {
  if (!text.includes(KEY_PLACEHOLDER)) return text;
  const [only, ...others] = keys;
  if (only !== undefined && others.length === 0) return text.replaceAll(KEY_PLACEHOLDER, () => only);
  const lines = before.split('\n');
  const blanked = blankKeys(before).split('\n');
  if (lines.length !== blanked.length) return text;
  const said = (line: string) => {
    const [original, ...more] = new Set(lines.filter((_, at) => blanked[at] === line));
    return original !== undefined && more.length === 0 ? original : line;
  };
  return text
    .split('\n')
    .map((line) => (line.includes(KEY_PLACEHOLDER) ? said(line) : line))
    .join('\n');
}
