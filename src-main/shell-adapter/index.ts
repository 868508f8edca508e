/** Commands of the model: bash text within limits, everything it did on the ledger. */
export { type CommandToolOptions, createCommandTool, type TreeWatch } from './command-tool.ts';
export type { CommandLimits } from './run-command.ts';
