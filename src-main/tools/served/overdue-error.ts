import { ToolError } from '../tool.ts';

/** Builds the error that the model reads when a tool's server has not answered within its time, in milliseconds. */
export function overdueError(tool: string, ms: number): ToolError {
  return new ToolError(
    `${tool} did not answer within ${ms / 1000} s. It may still be working; what it answers later is ignored.`,
  );
}
