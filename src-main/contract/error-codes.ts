/** The closed list of expected failures. Callers branch on these, never on text; everything else that is thrown is a bug. */
export const errorCodes = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'DENIED',
  'TIMEOUT',
  'CANCELLED',
  'LIMIT_EXCEEDED',
  'UNAVAILABLE',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
