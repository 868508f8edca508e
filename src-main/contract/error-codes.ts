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
/** The WebSocket's close code by which a host says that it has ended, and is not merely out of reach. */
export const HOST_ENDED = 4001;
export type ErrorCode = (typeof errorCodes)[number];
