import { BUILTINS } from '#template';
import type { LoadedTool } from '../ports.ts';
import { callableName, keyToJsonPath, PREFIXES } from '../records/keys.ts';
import { readToolRecord } from '../records/read-tool.ts';
import { type KeyedRecord, keyedRecords, type Problems } from './keyed-records.ts';
import type { TableTool, Texts, ToolTable } from './tables.ts';

const KEYWORDS = 'if else end range with define template block break continue nil true false'.split(' ');
const RESERVED: ReadonlySet<string> = new Set([...KEYWORDS, ...BUILTINS.keys()]);

export function* buildTools(texts: Texts, problems: Problems): Generator<void, ToolTable> {
  const byId = new Map<string, TableTool>();
  const byCallable = new Map<string, LoadedTool>();
  for (const record of keyedRecords('tool', texts, problems)) {
    problems.reading('tool', record.key, () => {
      const tool = readTableTool(record, byCallable, problems);
      if (!tool) return;
      byId.set(tool.id, tool);
      if (tool.problem === undefined) byCallable.set(tool.callable, tool);
    });
    yield;
  }
  addLowerCase(byCallable);
  const byPath = new Map([...byId.values()].map((tool) => [keyToJsonPath(tool.key, PREFIXES.tool), tool]));
  return { byId, byCallable, byPath, names: [...byCallable.keys()].sort().join(' ') };
}

function readTableTool(
  { id, key, text, value }: KeyedRecord,
  taken: ReadonlyMap<string, LoadedTool>,
  problems: Problems,
): TableTool | undefined {
  const read = readToolRecord(value);
  if (!read.isUsable) {
    problems.add('tool', key, 'error', read.problem);
    return undefined;
  }
  const callable = callableName(id);
  const problem = callableNameProblem(callable, taken);
  const warnings = problem === undefined ? read.warnings : [...read.warnings, problem];
  for (const warning of warnings) problems.add('tool', key, 'warning', warning);
  return { id, callable, key, record: read.record, stored: text, problem };
}

function callableNameProblem(callable: string, taken: ReadonlyMap<string, LoadedTool>): string | undefined {
  if (RESERVED.has(callable)) return `templates cannot call it: ${callable} is a word of theirs`;
  const other = taken.get(callable);
  return other && `templates cannot call it: the name ${callable} is that of ${other.key}`;
}

/** The first program of this kind wrote names in small letters; where such a name is free, it is good, too. */
function addLowerCase(byCallable: Map<string, LoadedTool>): void {
  for (const [name, tool] of [...byCallable]) {
    const lower = name.toLowerCase();
    if (!byCallable.has(lower) && !RESERVED.has(lower)) byCallable.set(lower, tool);
  }
}
