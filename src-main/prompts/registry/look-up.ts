import type { PromptEngine } from '../ports.ts';
import type { Tables } from './tables.ts';
import type { VariableReader } from './variable-reader.ts';
import { findVariable } from './variables.ts';

/** Records by their IDs. */
export function lookUp(
  tables: () => Tables,
  reader: VariableReader,
): Pick<PromptEngine, 'prompt' | 'tool' | 'raw' | 'variable'> {
  return {
    prompt: (id) => tables().prompts.get(id),
    tool: (id) => toolOf(tables(), id),
    raw: (kind, id) => {
      const { prompts, extensions } = tables();
      const found = { extension: () => extensions.get(id), template: () => prompts.get(id), tool: () => tableTool(id) };
      const record = found[kind]();
      return record && { key: record.key, text: record.stored };
    },
    variable: async (id) => {
      const variables = await reader.fresh();
      const found = findVariable(variables, id);
      if (!found) return undefined;
      const { variable, value } = found;
      const inner = variable ?? [...variables.byId.values()].find((other) => other.id.startsWith(`${id}.`));
      const key = variable?.id === id ? variable.key : undefined;
      return {
        value,
        source: inner?.source ?? 'app',
        readAt: Math.max(0, Math.round(variables.readAt)),
        ...(key !== undefined && { key }),
      };
    },
  };

  function tableTool(id: string) {
    const { byId, byPath } = tables().tools;
    return byId.get(id) ?? byPath.get(id);
  }
}

/** By the ID of the API, by its dotted ID, or by a name that templates call. */
function toolOf({ tools }: Tables, id: string) {
  return tools.byId.get(id) ?? tools.byPath.get(id) ?? tools.byCallable.get(id);
}
