import type { LoadedTool } from '../../src-main/prompts/ports.ts';

/** A tool of the tables, as a record that says no more than it must. */
export function loadedTool(record: Readonly<Record<string, unknown>>, id = 'codebase_look_ref'): LoadedTool {
  const whole = {
    name: 'look_ref',
    module: 'codebase',
    description: 'd',
    supports: ['chat'],
    parameters: {},
    returns: {},
    ...record,
  };
  // Records of stores are not all that their type says; tools must live with that.
  return { id, callable: id, key: `shenma:tools:${id}`, record: whole as unknown as LoadedTool['record'] };
}
