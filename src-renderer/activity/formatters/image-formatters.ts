import type { LedgerEventType } from '#contract';
import type { EventFormatter } from './event-formatter.ts';

type ImageEventType = Extract<LedgerEventType, `image.${string}`>;

const WRITTEN = {
  pack: 'You packed',
  snapshot: 'You took a snapshot of',
  tag: 'You tagged a layer of',
  default: 'You set the default layer of',
  'delete-layer': 'You deleted a layer of',
  squash: 'You made a layer independent of the others in',
} as const;

/** Descriptions of events about images. */
export const imageFormatters: { readonly [T in ImageEventType]: EventFormatter<T> } = {
  'image.written': {
    name: 'Image written',
    icon: 'folder',
    words: ({ workspace, image, by, layer, tag }) => {
      const what =
        by === 'pack' ? `${workspace} as ${image}` : by === 'snapshot' ? `${workspace} into ${image}` : image;
      const named = [layer, tag].filter((one) => one !== undefined);
      return `${WRITTEN[by]} ${what}${named.length > 0 ? ` (${named.join(', ')})` : ''}`;
    },
  },
  'image.taken': {
    name: 'Taken from an image',
    icon: 'folder',
    words: ({ image, layer, file, output }) =>
      `You took ${file ?? (layer === undefined ? 'all layers' : `the layer ${layer}`)} out of ${image}, as ${output}`,
  },
  'image.mounted': {
    name: 'Image opened as a folder',
    icon: 'folder',
    words: ({ image, layer, folder }) => `You opened the layer ${layer} of ${image} as ${folder}`,
  },
  'image.unmounted': {
    name: 'Folder of an image closed',
    icon: 'folder',
    words: ({ folder, discards }) =>
      `You closed ${folder}${discards ? '; changes in no snapshot were to go with it' : ''}`,
  },
};
