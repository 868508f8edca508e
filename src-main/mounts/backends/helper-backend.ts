import { lstat, readlink, symlink, unlink } from 'node:fs/promises';
import { pathToBytes } from '#core/files/path-bytes';
import { MountError } from '../mount-error.ts';
import type { MountPorts } from '../mount-ports.ts';
import { callHelper } from '../privileged/call-helper.ts';
import { type AskToInstall, ensureHelper } from '../privileged/install-helper.ts';
import type { MountRecord } from '../records/mount-record.ts';
import type { Backend, MountJob } from './backend.ts';
import { kernelRefusal } from './kernel-backend.ts';

/** Pattern of the paths at which the helper mounts; another path from it is not accepted. */
export const HELPER_PLACE = /^\/run\/sigma-shell\/\d+\/[0-9a-f]{16}$/;

/** Backend whose kernel mount is made by the helper, which runs as root, with a link to it at the output. */
export function helperBackend(ports: MountPorts, ask: AskToInstall | undefined): Backend {
  return {
    name: 'helper',
    refusal: async (image) => {
      if (process.platform !== 'linux' || ports.uid === undefined) return 'only Linux can mount images';
      if (image.owners.length > 1)
        return 'its files have several owners, and the kernel can show those of one as yours';
      return kernelRefusal(image.layers.length) ?? image.doubts.kernel;
    },
    mount: (job) => mountByHelper(ports, ask, job),
    unmount: async (record, _, { discard }) => {
      if (record.helperId !== undefined) await unmountByHelper(ports, record.helperId, discard);
      await unlinkOutput(record);
    },
  };
}

async function mountByHelper(
  ports: MountPorts,
  ask: AskToInstall | undefined,
  { image, record, signal, note }: MountJob,
) {
  await ensureHelper(ports, ask);
  signal?.throwIfAborted();
  await image.refuseChanged();
  const { uid = 0, gid = 0 } = ports;
  const { id, path } = await callHelper(ports, {
    verb: 'mount',
    image: image.path,
    layers: image.layers,
    owner: image.owners[0] ?? { uid, gid },
    identity: image.identity,
  });
  if (typeof id !== 'string' || typeof path !== 'string' || !HELPER_PLACE.test(path) || !path.endsWith(`/${id}`)) {
    throw new MountError('helper', 'The helper gave an answer that is not understood');
  }
  await note({ helperId: id, place: path });
  signal?.throwIfAborted();
  await symlink(path, pathToBytes(record.output));
  return { place: path };
}

async function unmountByHelper(ports: MountPorts, id: string, discard: boolean): Promise<void> {
  try {
    await callHelper(ports, { verb: 'umount', id, discard });
  } catch (error) {
    // It is gone already, as after a restart of the machine.
    if (!(error instanceof MountError) || error.reason !== 'unknown') throw error;
  }
}

/** Removes our link; anything put in its place stays. */
async function unlinkOutput({ output, place }: MountRecord): Promise<void> {
  const path = pathToBytes(output);
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink() && (await readlink(path)) === place) await unlink(path);
}
