import { ImageError } from '../image-error.ts';
import { layerUuid } from './layer-uuid.ts';
import type { Layer, Manifest } from './manifest.ts';

/** Most tags that a sentence names. */
const NAMED_TAGS = 20;

/**
 * The layer of that UUID or tag; the default if none is named. A UUID that exists goes before a tag. @throws ImageError
 */
export function findLayer({ layers, defaultLayer }: Manifest, wanted?: string): Layer {
  const uuid = wanted === undefined ? defaultLayer : layerUuid(wanted);
  const byUuid = uuid === undefined ? undefined : layers.get(uuid);
  if (byUuid) return byUuid;
  for (const layer of layers.values()) if (layer.tag === wanted) return layer;
  throw new ImageError('layer', `The image has no layer '${wanted}'. ${knownLayers(layers)}`);
}

/** The layer and those below it, the bottom first. */
export function layerChain({ layers }: Manifest, target: Layer): readonly Layer[] {
  const chain: Layer[] = [];
  for (let at: Layer | undefined = target; at; at = at.parent === undefined ? undefined : layers.get(at.parent)) {
    chain.push(at);
  }
  return chain.reverse();
}

/** UUIDs in the order in which overlay wants folders: the layer that is seen first, the bottom last. */
export function lowerFolders(chain: readonly Layer[]): readonly string[] {
  return chain.map(({ uuid }) => uuid).reverse();
}

function knownLayers(layers: ReadonlyMap<string, Layer>): string {
  const tags = [...layers.values()].flatMap(({ tag }) => tag ?? []);
  if (tags.length === 0) return `No layer has a tag; their UUIDs: ${nameList([...layers.keys()])}`;
  return `Tags: ${nameList(tags)}`;
}

function nameList(names: readonly string[]): string {
  const rest = names.length - NAMED_TAGS;
  return names.slice(0, NAMED_TAGS).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
