import type { PromptEngine } from '../ports.ts';
import { jsonAt } from '../records/json-at.ts';
import { withoutConversations } from './conversations.ts';
import type { Tables } from './tables.ts';
import type { VariableReader } from './variable-reader.ts';
import { findVariable, type PromptVariable, type PromptVariables } from './variables.ts';

/** Records by their IDs. */
export function recordLookup(
  tables: () => Tables,
  reader: VariableReader,
): Pick<PromptEngine, 'prompt' | 'tool' | 'raw' | 'variable'> {
  return {
    prompt: (id) => tables().prompts.get(id),
    tool: (id) => loadedTool(tables(), id),
    raw: (kind, id) => {
      const { prompts, extensions } = tables();
      const found = { extension: () => extensions.get(id), template: () => prompts.get(id), tool: () => tableTool(id) };
      const record = found[kind]();
      return record && { key: record.key, text: record.stored };
    },
    variable: async (id, { hidesConversations = false } = {}) => {
      const fresh = await reader.fresh();
      const variables = hidesConversations ? withoutConversations(fresh) : fresh;
      const found = findVariable(variables, id);
      if (!found) return undefined;
      const { variable, value } = found;
      const inner = variable ?? [...variables.byId.values()].find((other) => other.id.startsWith(`${id}.`));
      const key = variable?.id === id ? variable.key : undefined;
      const json = variable && storedValueText(variables, variable, id);
      return {
        value,
        source: inner?.source ?? 'app',
        readAt: Math.max(0, Math.round(variables.readAt)),
        ...(key !== undefined && { key }),
        ...(json !== undefined && { json }),
      };
    },
  };

  function tableTool(id: string) {
    const { byId, byPath } = tables().tools;
    return byId.get(id) ?? byPath.get(id);
  }
}

/**
 * The JSON of what an id leads to inside a variable, as it is stored; `undefined` if other variables are parts of it.
 */
function storedValueText(
  { byId }: PromptVariables,
  { id: variable, text }: PromptVariable,
  id: string,
): string | undefined {
  if ([...byId.keys()].some((other) => other.startsWith(`${id}.`))) return undefined;
  return jsonAt(text, id === variable ? [] : id.slice(variable.length + 1).split('.'));
}

/** Finds a tool by its ID in the API, by its dotted ID, or by a name that templates call. */
function loadedTool({ tools }: Tables, id: string) {
  return tools.byId.get(id) ?? tools.byPath.get(id) ?? tools.byCallable.get(id);
}
