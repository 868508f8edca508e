import type { ImageLayer } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import type { Layer, Manifest } from './manifest.ts';

/** A layer as a page shows it. */
export const layerOf = ({ uuid, tag, parent, others }: Layer, { defaultLayer }: Manifest): ImageLayer => ({
  uuid,
  ...createdAt(others['sigma-shell']),
  ...(tag !== undefined && { tag }),
  ...(parent !== undefined && { parent }),
  isDefault: uuid === defaultLayer,
});

function createdAt(own: unknown): Pick<ImageLayer, 'createdAt'> {
  const time = isPlainObject(own) && typeof own.created === 'string' ? Date.parse(own.created) : Number.NaN;
  return time >= 0 ? { createdAt: time } : {};
}
