import type { RequestedCall } from '#contract';
import { objectIn } from '#contract/plain-object';

/** Wraps arguments that are no JSON object, over which servers that parse the arguments of earlier calls refuse the whole request. */
export function readableCall(call: RequestedCall): RequestedCall {
  if (objectIn(call.arguments)) return call;
  const wrapped = call.arguments.trim() === '' ? {} : { not_an_object: call.arguments };
  return { ...call, arguments: JSON.stringify(wrapped) };
}
