import type { Repair } from '#contract';
import type { Tool, ToolCall } from './tool.ts';

/** Names by which models that know other agents call our tools. */
const ALIASES: Readonly<Record<string, string>> = {
  edit: 'edit_file',
  write: 'create_or_update_file',
  read: 'read_file',
  bash: 'execute_command',
  exec_command: 'execute_command',
};

/** Names that mean our tools, so that no other tool may have them. */
export const ALIAS_NAMES: readonly string[] = Object.keys(ALIASES);

/** The call under the tool's own name, with what was changed, where it was called by another. */
export function underOwnName(
  call: ToolCall,
  tools: readonly Tool[],
): { readonly call: ToolCall; readonly repairs: readonly Repair[] } {
  const own = Object.hasOwn(ALIASES, call.tool) ? ALIASES[call.tool] : undefined;
  const isTaken = tools.some(({ name }) => name === call.tool);
  if (own === undefined || isTaken || !tools.some(({ name }) => name === own)) return { call, repairs: [] };
  const repair = { rule: 'tool-alias', text: `"${call.tool}" is called ${own} here` };
  return { call: { ...call, tool: own }, repairs: [repair] };
}
