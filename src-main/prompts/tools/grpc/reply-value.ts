import { Long } from '@grpc/proto-loader';
import type { TemplateValue } from '#template';
import { ToolFailure } from '../tool-failure.ts';

/** Depth beyond that of any answer; what walks a value later is recursive. */
const MAX_DEPTH = 500;

/**
 * Makes a template's value of a gRPC message. A 64-bit integer is a number as long as that has all of its digits, else an int that
 * prints them all.
 *
 * @throws ToolFailure for one that is nested too deeply
 */
export function replyValue(message: unknown, depth = 0): TemplateValue {
  if (depth > MAX_DEPTH) throw new ToolFailure(`its answer is nested more than ${MAX_DEPTH} deep`);
  if (Long.isLong(message)) return integerFromDigits(message.toString());
  if (Array.isArray(message)) return message.map((entry) => replyValue(entry, depth + 1));
  if (typeof message !== 'object' || message === null) return message as TemplateValue;
  const entries = Object.entries(message).map(([name, value]) => [name, replyValue(value, depth + 1)]);
  return Object.fromEntries(entries) as TemplateValue;
}

function integerFromDigits(digits: string): TemplateValue {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}
