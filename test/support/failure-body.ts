/** The body of an error reply of the REST API: its own members, and what client libraries of OpenAI read. */
export function failureBody(status: number, message: unknown) {
  const code = String(status);
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  return { code, message, success: false, error: { message, type, param: null, code } };
}
