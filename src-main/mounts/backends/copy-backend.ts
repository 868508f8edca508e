import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { removeTree } from '../records/remove-tree.ts';
import type { Backend } from './backend.ts';

/** Unpacks what the layer shows into a plain folder: on every system, without any right or program. */
export const copyBackend: Backend = {
  name: 'copy',
  refusal: async () => undefined,
  mount: async ({ image, record, signal }) => ({
    place: record.output,
    copied: await image.unpack(record.output, signal),
  }),
  unmount: async ({ output, phase }, _, { discard }) => {
    const { parent, name } = { parent: dirname(output), name: basename(output) };
    if (phase === 'mounting') await removeTree(parent, `${name}.partial`);
    // A link in its place is somebody's own.
    const found = await lstat(output).catch(() => undefined);
    if (found?.isDirectory() && discard) await removeTree(parent, name);
  },
};
