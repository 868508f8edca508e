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
  // In comments; where a file has one key it is that, else nobody knows.
  const [only, ...others] = new Set(known.values());
  return only !== undefined && others.length === 0 ? restored.replaceAll(KEY_PLACEHOLDER, () => only) : restored;
}
