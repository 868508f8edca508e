import type { GroupedCall, ToolResult } from '#tools';

/** Runs each step of a reply, and tells what came of it. */
type RunStep = (step: readonly GroupedCall[]) => Promise<readonly ToolResult[]>;

/**
 * Runs all steps of a reply at once, as calls of an agent workspace run (docs/decisions/018-agent-workspaces.md): a
 * failure or refusal of one keeps no other from running. Answers with the results in the order of the steps.
 */
export async function runSideBySide(steps: readonly (readonly GroupedCall[])[], run: RunStep): Promise<ToolResult[]> {
  return (await Promise.all(steps.map((step) => run(step)))).flat();
}
