import type { z } from 'zod';
import { messageOf } from '#core/app-error';
import { isNestedTooDeeply, NESTED_TOO_DEEPLY } from './json.ts';

/** Result of reading a record: the record with its oddities, or why it cannot be used. */
export type RecordResult<T> =
  | { readonly isUsable: true; readonly record: T; readonly warnings: readonly string[] }
  | { readonly isUsable: false; readonly problem: string };

const MAX_ISSUES = 5;

export function usable<T>(record: T, warnings: readonly string[] = []): RecordResult<T> {
  return { isUsable: true, record, warnings };
}

export function unusable<T>(problem: string): RecordResult<T> {
  return { isUsable: false, problem };
}

/** @returns the value, or why the text is none */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isNestedTooDeeply(value) ? { problem: NESTED_TOO_DEEPLY } : { value };
  } catch (error) {
    return { problem: `it is not JSON: ${messageOf(error)}` };
  }
}

/** Formats zod's issues on one line. */
export function issuesText(error: z.ZodError): string {
  const lines = error.issues.map(({ path, message }) => {
    const where = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    return where === '' ? message : `${where.replace(/^\./, '')}: ${message}`;
  });
  const more = lines.length > MAX_ISSUES ? ` and ${lines.length - MAX_ISSUES} more` : '';
  return lines.slice(0, MAX_ISSUES).join('; ') + more;
}
