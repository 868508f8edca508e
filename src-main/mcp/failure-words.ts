import { textStart } from '#contract/text-ends';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';

/** Describes a failure of the SDK, of `fetch` or of zod: one sentence without a full stop. */
export function failureWords(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const code = errorNumber(error);
  if (
    hasErrorName(error, 'StreamableHTTPError') ||
    (error instanceof Error && error.message.startsWith('Streamable HTTP'))
  ) {
    return httpWords(code, messageOf(error));
  }
  if (hasErrorName(error, 'McpError')) return messageOf(error).replace(/^MCP error -?\d+: /, '');
  if (hasErrorName(error, 'ZodError')) return 'it answered with what the protocol does not know';
  const cause = error instanceof Error ? error.cause : undefined;
  if (error instanceof TypeError && cause !== undefined) {
    return `it cannot be reached (${systemCodeOf(cause) ?? messageOf(cause)})`;
  }
  return messageOf(error);
}

/** The HTTP status or JSON-RPC code of a failure. */
export function errorNumber(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}

export function isHttpStatus(error: unknown, status: number): boolean {
  return error instanceof Error && error.message.startsWith('Streamable HTTP') && errorNumber(error) === status;
}

/** Advice to a person about the failure. */
export function mcpAdvice(error: unknown): string | undefined {
  if (isHttpStatus(error, 401) || isHttpStatus(error, 403)) {
    return 'Give its token in a header: Authorization with the value "Bearer <token>". Signing in through a browser is not supported.';
  }
  if (isHttpStatus(error, 404) || isHttpStatus(error, 405)) {
    return 'Check the address, which often ends in /mcp. The older transport (HTTP with SSE) is not supported.';
  }
  return undefined;
}

function httpWords(status: number | undefined, message: string): string {
  const text = message.replace(/^Streamable HTTP error: /, '').replace(/^Error POSTing to endpoint: /, '');
  const said = textStart(text.trim(), 500);
  if (status === undefined || status < 0) return `it does not speak streamable HTTP: ${said}`;
  return `it answered with HTTP status ${status}${said === '' || said === 'null' ? '' : `: ${said}`}`;
}

function hasErrorName(error: unknown, name: string): boolean {
  return error instanceof Error && (error.name === name || error.constructor.name === name);
}
