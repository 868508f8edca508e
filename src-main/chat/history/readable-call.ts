import type { RequestedCall } from '#contract';

/** Servers that parse the arguments of earlier calls refuse the whole request over one that is no JSON object. */
export function readableCall(call: RequestedCall): RequestedCall {
  try {
    const value: unknown = JSON.parse(call.arguments);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return call;
  } catch {
    // Not JSON: sent back as text inside of JSON.
  }
  const wrapped = call.arguments.trim() === '' ? {} : { not_an_object: call.arguments };
  return { ...call, arguments: JSON.stringify(wrapped) };
}
