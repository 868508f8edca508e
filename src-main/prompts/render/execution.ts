import { TemplateError, type TemplateValue } from '#template';
import { type ExecutionResult, executeTexts } from './execute-texts.ts';
import type { Execution } from './execution-model.ts';
import { mayCall } from './prefetch.ts';

/** Most steps beside the text of the templates, which is quick to write: about half a millisecond of work. */
const INLINE_STEPS = 10_000;
/** Nodes of a message that are compiled on the main thread: some ten milliseconds of work, once. */
const INLINE_NODES = 10_000;
/** Longest that the messages of one prompt may hold up the main thread together. */
const INLINE_MS = 4;

/** Error for a rendering that takes longer than the main thread may spend on it. */
export class TooLongInlineError extends Error {}

/**
 * Runs on the main thread, as most templates can: they are done within a fraction of a millisecond, sooner than a thread is
 * asked; those that call tools mostly wait, and tools run here anyway. @throws TooLongInlineError, TemplateError
 */
export async function executeInline(execution: Execution): Promise<ExecutionResult> {
  const { compiled, data, limit, isTraced } = execution;
  const { deadline } = limit;
  if (!compiled.set) throw new TooLongInlineError();
  const calls = { next: 0 };
  let busy = 0;
  try {
    return await executeTexts({
      set: compiled.set,
      texts: compiled.texts,
      data: data as TemplateValue,
      functions: execution.calls.functions(calls),
      calls,
      refusesMissing: execution.mode !== 'off',
      isTraced,
      deadline,
      maxCompiled: INLINE_NODES,
      // What calls nothing never waits, and is over before anything could stop it.
      signal: mayCall(compiled) ? limit.signal : undefined,
      stepsFor: (text) => {
        if (busy > INLINE_MS) throw new TooLongInlineError();
        return INLINE_STEPS + 2 * text.length;
      },
      onBusy: (milliseconds) => {
        busy += milliseconds;
      },
    });
  } catch (error) {
    throw isOutOfSteps(error, deadline) ? new TooLongInlineError() : error;
  }
}

function isOutOfSteps(error: unknown, deadline: number): boolean {
  return error instanceof TemplateError && error.at.limit === 'time' && performance.now() < deadline;
}
