import type { ToolRecord } from '#contract';
import type { LoadedTool, RenderRequest } from '../ports.ts';
import type { Tables } from '../registry/tables.ts';

export interface ReplayTables extends Tables {
  /** Some of its tools are there only because their results were recorded. */
  readonly isExtended?: boolean;
}

/** Tables in which a tool that gave a result once is there, even if it was removed since. */
export function withRecorded(tables: Tables, results: RenderRequest['results']): ReplayTables {
  const { byCallable } = tables.tools;
  const gone = [...new Set((results ?? []).flatMap(({ name }) => [name, name.toLowerCase()]))].filter(
    (name) => !byCallable.has(name),
  );
  if (gone.length === 0) return tables;
  const all = new Map([...byCallable, ...gone.map((name) => [name, goneTool(name, results)] as const)]);
  const names = [...all.keys()].sort().join(' ');
  return { ...tables, tools: { ...tables.tools, byCallable: all, names }, isExtended: true };
}

const GONE: ToolRecord = {
  name: '',
  module: '',
  type: 'restful',
  restful: { url: '', method: 'GET' },
  description: '',
  supports: [],
  parameters: {},
  returns: {},
};

/** Builds a tool that no longer exists, under its own name if the text calls it by that in another case. */
function goneTool(name: string, results: RenderRequest['results']): LoadedTool {
  const callable = (results ?? []).find((entry) => entry.name.toLowerCase() === name.toLowerCase())?.name ?? name;
  return { id: callable, callable, key: '', record: { ...GONE, name: callable } };
}
