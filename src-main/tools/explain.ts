import { AppError, messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { CallOutcome } from './call.ts';
import { NotRecordedError } from './call-record.ts';
import { type ToolCall, ToolError } from './tool.ts';

/** Explains an error to the model; an unexpected one is a bug, and logged. */
export function explain(error: unknown, call: ToolCall, log: Logger): CallOutcome {
  if (error instanceof NotRecordedError) {
    const content = `Not run: it could not be recorded, and nothing is done that is not on the record. ${error.message}`;
    return { outcome: 'failed', content };
  }
  if (error instanceof ToolError) return { outcome: 'failed', content: error.message };
  if (error instanceof AppError) {
    const advice = error.detail?.advice;
    return { outcome: 'failed', content: advice ? `${error.message}. ${advice}` : error.message };
  }
  log.error('tool.bug', { tool: call.tool, error: messageOf(error), stack: error instanceof Error ? error.stack : '' });
  return { outcome: 'failed', content: `${call.tool} failed through a fault in Sigma Shell: ${messageOf(error)}` };
}
