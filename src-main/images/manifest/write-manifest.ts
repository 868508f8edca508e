import { ImageError } from '../image-error.ts';
import { layerUuid } from './layer-uuid.ts';
import type { Layer, Manifest } from './manifest.ts';

/** The manifest as the value that its JSON holds, with what this version does not know. */
export function manifestValue({ layers, defaultLayer, others }: Manifest): Readonly<Record<string, unknown>> {
  return {
    layers: Object.fromEntries(
      [...layers.values()].map(({ uuid, parent, tag, others: rest }) => [
        uuid,
        { ...(parent !== undefined && { parent }), ...(tag !== undefined && { tag }), ...rest },
      ]),
    ),
    default: defaultLayer,
    ...others,
  };
}

/** The text of `manifest.json`: indented by two blanks, without a last line end. */
export function manifestText(manifest: Manifest): string {
  return JSON.stringify(manifestValue(manifest), undefined, 2);
}

/** The manifest with one more layer, which becomes the default. @throws ImageError if the layer may not be written */
export function withLayer(manifest: Manifest, layer: Layer): Manifest {
  const { layers } = manifest;
  if (layers.has(layer.uuid)) throw new ImageError('manifest', `The image already has a layer ${layer.uuid}`);
  if (layer.parent !== undefined && !layers.has(layer.parent)) {
    throw new ImageError('manifest', `The image has no layer ${layer.parent}, which is to lie below the new one`);
  }
  checkTag(layer.tag, layers.values());
  return { ...manifest, layers: new Map([...layers, [layer.uuid, layer]]), defaultLayer: layer.uuid };
}

/** @throws ImageError if the tag is empty, on a layer of these, or the UUID of one: a UUID goes before a tag */
export function checkTag(tag: string | undefined, layers: Iterable<Layer>): void {
  if (tag === '') throw new ImageError('manifest', 'A tag needs at least one character');
  if (tag === undefined) return;
  const named = layerUuid(tag);
  for (const layer of layers) {
    if (layer.uuid === named)
      throw new ImageError('manifest', `The tag '${tag}' is the UUID of another layer. Take another`);
    if (layer.tag !== tag) continue;
    throw new ImageError('manifest', `The tag '${tag}' is on the layer ${layer.uuid}. Take another, or move it first`);
  }
}
