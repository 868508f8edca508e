import type { z } from 'zod';
import { isPlainObject } from '#contract/plain-object';
import { messageOf } from '#core/app-error';
import { ToolError } from '#tools';
import { parseWritten } from './written-numbers.ts';

/** Sends one request of a call, within the call's time. */
export type AskServer = <T extends z.ZodType>(
  request: { readonly method: string; readonly params?: Record<string, unknown> },
  answer: T,
) => Promise<z.output<T>>;

export interface CallInput {
  readonly args: Record<string, unknown>;
  readonly wantsData: boolean;
}

/** The arguments of a call, which are an object; `withWrittenNumbers` is what they are sent by. @throws ToolError */
export function argumentsIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : parseWritten(text);
  } catch (error) {
    throw new ToolError(`The arguments are not JSON: ${messageOf(error)}. Nothing was run.`);
  }
  if (isPlainObject(value)) return { ...value };
  throw new ToolError('The arguments must be an object. Nothing was run.');
}
