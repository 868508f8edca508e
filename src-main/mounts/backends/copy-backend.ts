import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pathToBytes } from '#core/files/path-bytes';
import { MountError } from '../mount-error.ts';
import { removeTree } from '../records/remove-tree.ts';
import type { Backend } from './backend.ts';
import { wasWrittenSince } from './overlay-folders.ts';

/** Path at which a copy stands until it is whole. */
const partialOf = (output: string) => `${output}.partial`;

/** Unpacks what the layer shows into a plain folder: on every system, without any right or program. */
export const copyBackend: Backend = {
  name: 'copy',
  refusal: async () => undefined,
  mount: async ({ image, record: { output }, signal, note }) => {
    // What has that name already is somebody's own: unpacking refuses to go on beside it, and it is not ours to delete.
    const taken = await lstat(pathToBytes(partialOf(output))).catch(() => undefined);
    if (!taken) await note({ makesPartial: true });
    return { place: output, copied: await image.unpack(output, signal) };
  },
  unmount: async ({ output, phase, makesPartial }, _, { discard, comparedAt }) => {
    const { parent, name } = { parent: dirname(output), name: basename(output) };
    if (phase === 'mounting' && makesPartial) await removeTree(parent, partialOf(name));
    // Before the copy was said to be whole, a folder there may be somebody's own, as a link in its place is.
    const found = phase === 'mounting' ? undefined : await lstat(output).catch(() => undefined);
    if (!found?.isDirectory() || !discard) return;
    if (comparedAt !== undefined && (await wasWrittenSince(output, comparedAt))) {
      throw new MountError('unsaved', `${output} has changes that are in no snapshot. All is left as it is`);
    }
    await removeTree(parent, name);
  },
};
