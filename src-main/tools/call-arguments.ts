/**
 * The arguments as JSON, an empty text as no arguments; what is not JSON stays the text that it is, for the guard to mend
 * or for `argumentsProblem` to explain.
 */
export function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Why these cannot be the arguments of a tool, for the model; `undefined` when they are an object. */
export function argumentsProblem(tool: string, value: unknown): string | undefined {
  if (typeof value === 'string') {
    return `The arguments of ${tool} are not JSON: ${jsonError(value)}. Nothing was run. Send the call again with one JSON object as its arguments.`;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
  const kind = Array.isArray(value) ? 'a JSON list' : `the JSON value ${JSON.stringify(value)}`;
  return `The arguments of ${tool} are ${kind}, not a JSON object. Nothing was run. Send the call again with one JSON object as its arguments.`;
}

function jsonError(text: string): string {
  try {
    JSON.parse(text);
    return 'they are one JSON string';
  } catch (error) {
    return (error as SyntaxError).message;
  }
}
