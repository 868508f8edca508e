import { ORPCError } from '@orpc/client';
import { red } from './screen/style.ts';
import { safeText } from './screen/text-width.ts';

/** Describes the failure of a procedure, and what to do about it. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const data: unknown = error instanceof ORPCError ? error.data : undefined;
  const advice = typeof data === 'object' && data !== null && 'advice' in data ? data.advice : undefined;
  return [red(safeText(message)), ...(typeof advice === 'string' && advice !== '' ? [safeText(advice)] : [])].join(
    '\n',
  );
}
