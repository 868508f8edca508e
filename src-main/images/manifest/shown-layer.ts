import type { ImageLayer } from '#contract';
import type { Layer, Manifest } from './manifest.ts';

/** A layer as a page shows it. */
export const layerOf = ({ uuid, tag, parent }: Layer, { defaultLayer }: Manifest): ImageLayer => ({
  uuid,
  ...(tag !== undefined && { tag }),
  ...(parent !== undefined && { parent }),
  isDefault: uuid === defaultLayer,
});
