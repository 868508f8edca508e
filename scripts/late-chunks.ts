import { lateCodeOf } from './late-folders.ts';

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Bundles of code that a start loads and does not call, one a feature: `late.<feature>`. Whoever imports from one gets it when it is first used
 * (`loadedLate`), and `src-main/app/start/load-late-code.ts` loads all of them when the start is over.
 */
export function lateChunks(start: string) {
  let loaded: ReadonlySet<string> | undefined;
  return {
    // What late code imports and a start calls stays where it is.
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'late',
        entriesAware: true,
        name: (id: string, graph: Graph) => {
          loaded ??= importedBy(start, graph);
          const feature = loaded.has(id) ? lateCodeOf(id.replaceAll('\\', '/')) : undefined;
          return feature === undefined ? null : `late.${feature}`;
        },
      },
    ],
  };
}

/** A file with all that it imports, but for what `import()` brings. */
function importedBy(start: string, graph: Graph): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/**
 * Has a bundle require the late ones when one of their names is first used: `name.now.something` for `name.something`, so that
 * `new`, calls and bindings mean what they did. It is as good as loading them first where loading them does nothing else, as everywhere here.
 */
export function loadedLate(code: string): string {
  const names = new Set<string>();
  const declared = code.replace(
    /^const (require_late_[\w$]+) = (require\("[^"]+"\));$/gm,
    (_, name: string, required: string) => {
      names.add(name);
      return `const ${name} = { get now() { return this.loaded ??= ${required}; }, loaded: void 0 };`;
    },
  );
  return declared.replace(/(?<!const )require_late_[\w$]+/g, (name) => (names.has(name) ? `${name}.now` : name));
}

/** Has a bundle say what it exports before anything else, as modules do: bundles that import from each other see it in time. */
export function exportsFirst(code: string): string {
  const exported: string[] = [];
  const rest = code.replace(
    /^Object\.defineProperty\(exports, "[^"]+", \{\n\tenumerable: true,\n\tget: function\(\) \{\n\t\treturn .+;\n\t\}\n\}\);\n?/gm,
    (all) => {
      exported.push(all.trimEnd());
      return '';
    },
  );
  return [...exported, rest].join('\n');
}
