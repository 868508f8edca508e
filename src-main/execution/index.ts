/** Commands of the model: bash text within limits, everything it did on the ledger, its output there to be filtered. */

export { endedByFileLimit, type FileLimit, FileLimits, withDiskLimit } from './limits/file-limits.ts';
export { outOfDisk, outOfMemory } from './limits/limit-message.ts';
export type { LimitsWatch, WatchedGroup } from './limits/model.ts';
export { watchLimits } from './limits/watch-limits.ts';
export { createOutputs, type FirstBytes, type OutputsOptions } from './outputs/create-outputs.ts';
export type { Box, BoxRequest, OpenBox, Sandbox } from './runs/box.ts';
export { readOnlyBoxEnvironment as sandboxEnvironment } from './runs/command-environment.ts';
export type { Limiter } from './runs/limiter.ts';
export { OutputEnds } from './runs/output-ends.ts';
export type { CommandSplit } from './runs/split.ts';
export { CommandLimits, type CommandLimitsOptions } from './tool/command-limits.ts';
export { type CommandToolOptions, createCommandTool } from './tool/command-tool.ts';
export { type HeldChanges, holdBack, type SettledChange } from './tool/hold-back.ts';
export { type RecoveryOptions, recoverRuns } from './tool/recover-runs.ts';
export { type RefusedByBox, refusalText, refusedByBox } from './tool/refused-by-box.ts';
