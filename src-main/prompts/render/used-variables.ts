import { type TemplateSet, usesRoot } from '#template';
import type { CompiledPrompt } from '../registry/compiled-cache.ts';
import type { PromptVariables } from '../registry/variables.ts';
import { type ParsedTexts, referencedPaths } from './references.ts';

const found = new WeakMap<TemplateSet, { readonly paths: ReadPaths }>();

/** Paths that the texts name; `undefined` if the data is passed on as a whole. */
type ReadPaths = readonly (readonly string[])[] | undefined;

/**
 * Variables that an execution could read, by id, as JSON: all keys of the groups that the text names; all there are if
 * the data is passed on as a whole. A key beside one that is read tells whether its group exists.
 */
export function usedVariables({ set, texts }: CompiledPrompt, { byId }: PromptVariables): ReadonlyMap<string, string> {
  // What was not parsed here may read anything.
  const paths = set && readPaths({ set, texts });
  const names = paths && new Set(paths.map(([first]) => first));
  const used = new Map<string, string>();
  for (const { id, text } of byId.values()) {
    const [first = ''] = id.split('.', 1);
    if (first !== 'args' && (names === undefined || names.has(first))) used.set(id, text);
  }
  return used;
}

/** Paths of the data that an execution could read, with all that is beneath them. */
export function readPaths({ set, texts }: ParsedTexts): ReadPaths {
  const known = found.get(set);
  if (known) return known.paths;
  const isWhole = texts.some(({ name }) => {
    const tree = set.trees.get(name);
    return tree !== undefined && usesRoot(tree);
  });
  const paths = isWhole ? undefined : referencedPaths({ set, texts }).map((path) => path.split('.'));
  found.set(set, { paths });
  return paths;
}
