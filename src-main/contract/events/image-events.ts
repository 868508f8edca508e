import { flag, optionalText, text } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

/**
 * Events about images, each recorded before it takes effect. `workspace` is the real path of the folder, or of the
 * app's first one.
 */
export const imageEvents = {
  /** An image is about to be written: packed from a folder, or changed. `layer` is named by its tag or UUID. */
  'image.written': z.object({
    workspace: text,
    image: text,
    by: z.enum(['pack', 'snapshot', 'tag', 'default', 'delete-layer', 'squash']),
    layer: optionalText,
    tag: optionalText,
  }),
  /** A layer, all of them, or one file or folder of a layer is about to be written to a place. */
  'image.taken': z.object({
    workspace: text,
    image: text,
    layer: optionalText,
    file: optionalText,
    output: text,
  }),
  /** A layer is about to be opened as a folder to work in. */
  'image.mounted': z.object({
    workspace: text,
    image: text,
    layer: text,
    folder: text,
    by: optionalText,
  }),
  /** A folder that shows a layer is about to be closed; `discards`: with changes that are in no snapshot. */
  'image.unmounted': z.object({ workspace: text, image: text, folder: text, discards: flag }),
} as const;
