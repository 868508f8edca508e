/** The one idea of a tool, and the runner that every call passes. */

export { ALIAS_NAMES } from './aliases.ts';
export type { CallContext, RunnerOptions, ToolResult } from './call.ts';
export type * from './call-watch.ts';
export type { Caller } from './caller.ts';
export { commandLabel } from './command-label.ts';
export { askEverything, passThroughGuard } from './defaults.ts';
export { NOT_RUN_AFTER_FAILURE, NOT_RUN_TURN_STOPPED } from './not-run.ts';
export type { Ask } from './permission.ts';
export { recordEffects } from './run-watched.ts';
export { createRunner, type FrozenRunner, type GroupedCall, type Runner } from './runner.ts';
export { checkSchema } from './schema-check.ts';
export { schemaProblem } from './schema-limits.ts';
export * from './tool.ts';
export type * from './tool-link.ts';
