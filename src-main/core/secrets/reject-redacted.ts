import { AppError } from '../app-error.ts';
import { REDACTED } from './redact.ts';

/**
 * Refuses text with redacted secrets: what the app shows of a file has the values of secrets replaced, and must not be
 * written in their place.
 *
 * @throws AppError INVALID_INPUT
 */
export function rejectRedacted(text: string, before: string, path: string): void {
  if (!text.includes(REDACTED) || before.includes(REDACTED)) return;
  const message = `A secret in this text is shown as ${REDACTED} only; change the file in an editor instead`;
  throw new AppError('INVALID_INPUT', message, { where: path, problems: [{ path: '', message }] });
}
