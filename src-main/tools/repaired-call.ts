import { isValueTooDeep } from '#core/parsing/json-lines';
import { parseArguments } from './call-arguments.ts';
import { stringifyAsWritten } from './kept-digits.ts';
import type { Guard, GuardResult, Tool } from './tool.ts';

export interface RepairedCall extends GuardResult {
  /** The arguments as JSON text: the model's own if nothing was repaired. */
  readonly sent: string;
}

/** The arguments that a model wrote as `text`, repaired where the guard can. */
export function repairedCall(guard: Guard, tool: Tool, text: string): RepairedCall {
  const parsed = parseArguments(text);
  const asSent = { arguments: parsed, repairs: [], sent: text.trim() === '' ? '{}' : text };
  // Such a value is refused; nobody walks through it before.
  if (isValueTooDeep(parsed)) return asSent;
  const guarded = guard({ tool: tool.name, parameters: tool.parameters, arguments: parsed });
  if (guarded.repairs.length === 0) return { ...guarded, sent: asSent.sent };
  const sent = stringifyAsWritten(guarded.arguments, text);
  // Two numbers that only their last digits tell apart: the call is left as it is.
  return sent === undefined ? asSent : { ...guarded, sent };
}
