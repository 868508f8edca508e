import { AppError } from '#core/app-error';

export const ODD_KEY = 'A key has no spaces and nothing beyond ASCII in it';

/** Whether no request could carry the key. */
export function isOddKey(key: string): boolean {
  return /[^\x21-\x7e]/.test(key.trim());
}

/** @throws AppError INVALID_INPUT for a key that no request could carry */
export function refuseOddKey(key: string): void {
  if (isOddKey(key)) throw new AppError('INVALID_INPUT', ODD_KEY, { where: 'key' });
}
