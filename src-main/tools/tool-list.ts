import { ALIAS_NAMES } from './aliases.ts';
import type { Tool, ToolScope, ToolSource } from './tool.ts';

export interface ToolList {
  readonly tools: readonly Tool[];
  /** Tools that were left out, and why, for people. */
  readonly leftOut: readonly string[];
}

/** The tools of all sources, each name once: ours before those of foreign sources, whatever their order; else the first. */
export function listTools(sources: readonly ToolSource[], scope: ToolScope | undefined): ToolList {
  const all = sources.flatMap((source) =>
    source.tools(scope).map((tool) => ({ tool, isForeign: !!source.isForeign, takesAliases: !!source.takesAliases })),
  );
  const ours = new Set(all.flatMap(({ tool, isForeign }) => (isForeign ? [] : [tool.name])));
  const seen = new Set<string>();
  const leftOut: string[] = [];
  const tools = all.flatMap(({ tool, isForeign, takesAliases }) => {
    const isOurs = isForeign && (ours.has(tool.name) || (!takesAliases && ALIAS_NAMES.includes(tool.name)));
    if (isOurs || seen.has(tool.name)) {
      leftOut.push(`Two tools are called "${tool.name}"; the second is left out`);
      return [];
    }
    seen.add(tool.name);
    return [tool];
  });
  return { tools, leftOut };
}
