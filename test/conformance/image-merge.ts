import { randomUUID } from 'node:crypto';
import { findLayer, ImageError, type LayerEntry, layerChain, mergeLayers, readManifest, treeOfPaths } from '#images';
import { comparing } from './compare-cases.ts';

interface Given {
  readonly layers: readonly { readonly tag: string; readonly tree: Readonly<Record<string, LayerEntry>> }[];
  readonly target: string;
}

/** The tree that is seen when a layer is open, each layer being the parent of the next. */
export const imageMerge = comparing((input) => {
  const { layers, target } = input as Given;
  const uuids = layers.map(() => randomUUID());
  const written = layers.map(({ tag }, at) => [uuids[at], { tag, ...(at > 0 && { parent: uuids[at - 1] }) }]);
  const trees = new Map(layers.map(({ tree }, at) => [uuids[at] as string, treeOfPaths(Object.entries(tree))]));
  try {
    const manifest = readManifest(JSON.stringify({ layers: Object.fromEntries(written), default: uuids.at(-1) }));
    const chain = layerChain(manifest, findLayer(manifest, target)).toReversed();
    return { tree: Object.fromEntries(mergeLayers(chain.map(({ uuid }) => trees.get(uuid) ?? new Map()))) };
  } catch (error) {
    if (error instanceof ImageError) return { error: error.defect };
    throw error;
  }
});
