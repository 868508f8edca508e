import { AppError } from '../app-error.ts';
import { REDACTED } from './redact.ts';

/**
 * Refuses text with redacted secrets: what the app shows of a file has the values of secrets replaced, and must not be
 * written in their place. A line that the file itself has with such a mark is none of these.
 *
 * @throws AppError INVALID_INPUT
 */
export function rejectRedacted(text: string, before: string, path: string): void {
  const own = new Set(markedLines(before));
  if (markedLines(text).every((line) => own.has(line))) return;
  const message = `A secret in this text is shown as ${REDACTED} only; change the file in an editor instead`;
  throw new AppError('INVALID_INPUT', message, { where: path, problems: [{ path: '', message }] });
}

/** Lines with a mark, without what YAML writes in several ways. */
function markedLines(text: string): string[] {
  if (!text.includes(REDACTED)) return [];
  const lines = text.split(/\r\n|\n/).filter((line) => line.includes(REDACTED));
  return lines.map((line) => line.replaceAll(/[\s"']/g, ''));
}
