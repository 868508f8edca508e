/** The one idea of a tool, and the runner that every call passes. */

export { ALIAS_NAMES } from './aliases.ts';
export { type ApprovalAnswer, deciderOf, type QuestionAsker } from './ask.ts';
export type { CallContext, RunnerOptions, ToolResult, WritingCall } from './call.ts';
export type * from './call-watch.ts';
export type { Caller } from './caller.ts';
export { commandLabel } from './command-label.ts';
export { roundedText, withDigitsAsText } from './kept-digits.ts';
export { NOT_RUN_AFTER_FAILURE, NOT_RUN_TURN_STOPPED } from './not-run.ts';
export { repeatedKey } from './repeated-key.ts';
export { callLabel, recordEffects } from './run-watched.ts';
export { createRunner, type FrozenRunner, type GroupedCall, type Runner } from './runner.ts';
export { checkSchema } from './schema-check.ts';
export { schemaProblem } from './schema-limits.ts';
export { CallLog } from './served/call-log.ts';
export { callSubject, callWarnings } from './served/call-subject.ts';
export { overdueError } from './served/overdue-error.ts';
export { personAsker } from './served/person-asker.ts';
export { requireHeldNumbers } from './served/require-held-numbers.ts';
export { Restarts } from './served/restarts.ts';
export { resultContent } from './served/result-content.ts';
export { StderrTail } from './served/stderr-tail.ts';
export { visibleSchema, visibleText } from './served/visible.ts';
export * from './tool.ts';
export type * from './tool-link.ts';
