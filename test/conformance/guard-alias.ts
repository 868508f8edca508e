import { OWN_TABLES, renameArguments } from '#guard';
import { comparing } from './compare-cases.ts';

/** Tools of the cases by our names. */
const TOOLS: Readonly<Record<string, string>> = {
  edit: 'edit_file',
  write: 'create_or_update_file',
  read: 'read_file',
};

/** The arguments after the rename step. */
export const guardAlias = comparing((input) => {
  const { tool, args } = input as { readonly tool: string; readonly args: unknown };
  const table = OWN_TABLES.get(TOOLS[tool] ?? tool);
  if (table === undefined) throw new Error(`there is no tool ${tool}`);
  const isWrite = tool === 'write';
  const renamed = renameArguments(table, isWrite ? withContentSwapped(args) : args);
  if ('problem' in renamed) return { error: 'ambiguous' };
  return isWrite ? withContentSwapped(renamed.arguments) : renamed.arguments;
});

/** `content` is the cases' name of what our tool calls `file_content`, and each is another spelling of the other. */
function withContentSwapped(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const other: Readonly<Record<string, string>> = { content: 'file_content', file_content: 'content' };
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [Object.hasOwn(other, key) ? other[key] : key, value]),
  );
}
