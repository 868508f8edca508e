import { isPlainObject } from '#contract/plain-object';
import { isValueTooDeep, MAX_JSON_DEPTH } from '#core/parsing/json-lines';
import { repeatedKey } from './repeated-key.ts';

/**
 * Parses the arguments of a call; an empty text is no arguments. What is not JSON stays the text that it is, for
 * `argumentsProblem` to explain: the guard repairs objects alone.
 */
export function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Explains why `value` cannot be the arguments of a tool, for the model that sent `text`; `undefined` if it is an
 * object without repeated names.
 */
export function argumentsProblem(tool: string, value: unknown, text: string): string | undefined {
  if (isValueTooDeep(value)) {
    return `The arguments of ${tool} are nested deeper than ${MAX_JSON_DEPTH} levels. Nothing was run.`;
  }
  if (isPlainObject(value)) return repeatedProblem(tool, text);
  return `The arguments of ${tool} are ${whatIs(value, text)}. Nothing was run. Send the call again with one JSON object as its arguments.`;
}

/** Explains a repeated key: what is judged must be what was meant, and of two values for one key that is unclear. */
function repeatedProblem(tool: string, text: string): string | undefined {
  const found = typeof parseArguments(text) === 'string' ? undefined : repeatedKey(text);
  if (!found) return undefined;
  const where = found.path === '' ? '' : ` in ${found.path}`;
  return `The arguments of ${tool} give ${JSON.stringify(found.key)}${where} twice. Nothing was run. Send the call again with each name once.`;
}

function whatIs(value: unknown, text: string): string {
  if (Array.isArray(value)) return 'a JSON list, not an object';
  if (typeof value !== 'string') return `the JSON value ${JSON.stringify(value)}, not an object`;
  return value === text ? `not JSON: ${jsonError(text)}` : 'one JSON string, not an object';
}

function jsonError(text: string): string {
  try {
    JSON.parse(text);
    return 'not an object';
  } catch (error) {
    return (error as SyntaxError).message;
  }
}
