import type { ImageLayer } from '#contract';

/** A layer, and how many layers it stands on. */
export interface LayerRow {
  readonly layer: ImageLayer;
  readonly depth: number;
}

/** The layers as a tree: each behind the one it stands on, in the order of the manifest. */
export function layerRows(layers: readonly ImageLayer[]): readonly LayerRow[] {
  const above = new Map<string | undefined, ImageLayer[]>();
  for (const layer of layers) above.set(layer.parent, [...(above.get(layer.parent) ?? []), layer]);
  const rows: LayerRow[] = [];
  const waiting = (above.get(undefined) ?? []).map((layer) => ({ layer, depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    rows.push(next);
    const { depth, layer } = next;
    waiting.push(...(above.get(layer.uuid) ?? []).map((one) => ({ layer: one, depth: depth + 1 })).reverse());
  }
  return rows;
}

/** Tag of a layer, or the beginning of its UUID. */
export const layerName = ({ tag, uuid }: Pick<ImageLayer, 'tag' | 'uuid'>): string => tag ?? uuid.slice(0, 8);
