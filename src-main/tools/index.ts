/** The one idea of a tool, and the runner that every call passes. */

export type { CallContext, RunnerOptions, ToolResult } from './call.ts';
export { askEverything, passThroughGuard } from './defaults.ts';
export type { Ask } from './permission.ts';
export { createRunner, type Runner } from './runner.ts';
export * from './tool.ts';
