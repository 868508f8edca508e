import { AppError } from '#core/app-error';
import { findLayer, layerChain } from '../manifest/layers.ts';
import type { Layer, Manifest } from '../manifest/manifest.ts';
import { checkTag } from '../manifest/write-manifest.ts';
import { type RewriteOptions, rewriteImage } from '../rewrite/rewrite-image.ts';

interface ChangeOptions extends RewriteOptions {
  readonly image: string;
  /** Tag or UUID. */
  readonly layer: string;
}

/**
 * Gives a layer another tag, or takes it away. The layer's UUID. @throws as `rewriteImage`, AppError if another layer
 * has the tag
 */
export async function tagLayer({
  tag,
  ...options
}: ChangeOptions & { readonly tag?: string | undefined }): Promise<string> {
  return await changeManifest(options, (manifest, { tag: _, ...layer }) => {
    checkTag(tag, others(manifest, layer));
    return withChanged(manifest, { ...layer, ...(tag !== undefined && { tag }) });
  });
}

/** Makes a layer the one that opens if none is named. Its UUID. @throws as `rewriteImage` */
export async function setDefaultLayer(options: ChangeOptions): Promise<string> {
  return await changeManifest(options, (manifest, { uuid }) => ({ ...manifest, defaultLayer: uuid }));
}

/**
 * Deletes a layer on which no other stands, and the data that only it has. Where it was the default its parent is, else the last
 * layer. Its UUID.
 *
 * @throws as `rewriteImage`, AppError where another layer stands on it, or it is the only one
 */
export async function deleteLayer(options: ChangeOptions): Promise<string> {
  let deleted = '';
  await rewriteImage(
    options.image,
    async ({ open: { manifest } }) => {
      const layer = findLayer(manifest, options.layer);
      deleted = layer.uuid;
      const layers = new Map(others(manifest, layer).map((one) => [one.uuid, one]));
      const above = [...layers.values()].find(({ parent }) => parent === layer.uuid);
      if (above) throw standsOn(layer, above);
      const last = [...layers.keys()].at(-1);
      if (last === undefined)
        throw new AppError('CONFLICT', 'It is the only layer of the image. Delete the image instead');
      const isDefault = manifest.defaultLayer === layer.uuid;
      const defaultLayer = isDefault ? (layer.parent ?? last) : manifest.defaultLayer;
      return {
        manifest: { ...manifest, layers, defaultLayer },
        layers: new Map([[layer.uuid, undefined]]),
        drops: true,
      };
    },
    options,
  );
  return deleted;
}

function standsOn(layer: Layer, above: Layer): AppError {
  const name = ({ tag, uuid }: Layer) => tag ?? uuid;
  const what = `The layer ${name(above)} stands on ${name(layer)}`;
  return new AppError('CONFLICT', `${what}. Delete it first, or squash it, so that it stands by itself`);
}

async function changeManifest(
  options: ChangeOptions,
  change: (manifest: Manifest, layer: Layer) => Manifest,
): Promise<string> {
  let uuid = '';
  await rewriteImage(
    options.image,
    async ({ open: { manifest } }) => {
      const layer = findLayer(manifest, options.layer);
      uuid = layer.uuid;
      return { manifest: change(manifest, layer), layers: new Map() };
    },
    options,
  );
  return uuid;
}

function withChanged(manifest: Manifest, layer: Layer): Manifest {
  return {
    ...manifest,
    layers: new Map([...manifest.layers].map(([uuid, one]) => [uuid, uuid === layer.uuid ? layer : one])),
  };
}

function others({ layers }: Manifest, { uuid }: Layer): readonly Layer[] {
  return [...layers.values()].filter((one) => one.uuid !== uuid);
}

/** Layers below one that nothing needs once it stands by itself: no other layer, and not the default. */
export function layersOnlyNeededBy(manifest: Manifest, layer: Layer): ReadonlySet<string> {
  const below = new Set(layerChain(manifest, layer).map(({ uuid }) => uuid));
  below.delete(layer.uuid);
  const needing = [...manifest.layers.values()].filter(
    ({ uuid }) => !below.has(uuid) || uuid === manifest.defaultLayer,
  );
  for (const one of needing) {
    const chain = layerChain(manifest, one);
    // What stands on the layer needs nothing below that.
    if (chain.includes(layer)) continue;
    for (const { uuid } of chain) below.delete(uuid);
  }
  return below;
}
