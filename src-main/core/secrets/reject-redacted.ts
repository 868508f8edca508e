import { AppError } from '../app-error.ts';
import { REDACTED } from './redact.ts';

/**
 * Refuses text with redacted secrets: what the app shows of a file has the values of secrets replaced, and must not be
 * written in their place. A line that the file itself has with such a mark is none of these.
 *
 * @throws AppError INVALID_INPUT
 */
export function rejectRedacted(text: string, before: string, path: string): void {
  const own = markedLines(before);
  if (markedLines(text).every((line) => takeOne(own, line))) return;
  const message = `A secret in this text is shown as ${REDACTED} only; change the file in an editor instead`;
  throw new AppError('INVALID_INPUT', message, { where: path, problems: [{ path: '', message }] });
}

/** Takes a line out, once: a secret's line may be shown as one that the file has itself. Returns whether it was there. */
function takeOne(lines: string[], line: string): boolean {
  const at = lines.indexOf(line);
  if (at >= 0) lines.splice(at, 1);
  return at >= 0;
}

/** Lines with a mark, without what YAML writes in several ways. */
function markedLines(text: string): string[] {
  if (!text.includes(REDACTED)) return [];
  const lines = text.split(/\r\n|\n/).filter((line) => line.includes(REDACTED));
  return lines.map((line) => line.replaceAll(/[\s"']/g, ''));
}
