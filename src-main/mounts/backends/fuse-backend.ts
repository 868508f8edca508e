import { constants } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isAccessible } from '#core/files/accessible';
import { MountError } from '../mount-error.ts';
import type { MountPorts } from '../mount-ports.ts';
import { isMountPoint, readMountTable } from '../mount-table.ts';
import type { Backend, MountJob } from './backend.ts';
import { likeLayer, makeOverlayFolders, overlayOptions } from './overlay-folders.ts';
import { runStep } from './run-step.ts';

const DEVICE = '/dev/fuse';
const PROGRAMS = ['squashfuse', 'fuse-overlayfs'] as const;
/** Characters that it cannot take in a path, because it expands paths before it reads its options. */
const UNFIT = /[,:\\\n]/;
/** Time for which the server of an unmounted overlay may hold the image, in milliseconds. */
const RELEASE_MS = 5000;
const AGAIN_MS = 50;

/**
 * Mounts with squashfuse and fuse-overlayfs, by the right of any user. What the person may not own in the image is theirs in
 * the mount. fuse-overlayfs marks deleted names in its own folder for changes alone: what is seen at the output has no marks.
 */
export function fuseBackend(ports: MountPorts): Backend {
  return {
    name: 'fuse',
    refusal: async (image) => {
      const missing = PROGRAMS.find((name) => ports.findTool(name) === undefined);
      if (missing) return `the program ${missing} is not installed`;
      if (ports.uid !== 0 && unmounter(ports) === undefined) return 'the program fusermount3 is not installed';
      const isOpen = await isAccessible(DEVICE, constants.R_OK | constants.W_OK);
      if (!isOpen) return `${DEVICE} is not there, or not yours to use`;
      if (UNFIT.test(ports.folder)) {
        return `the app's own folder has a mark in its name that fuse-overlayfs does not take: ${ports.folder}`;
      }
      return image.doubts.fuse ?? (ports.uid === 0 ? undefined : image.doubts.fuseAsUser);
    },
    mount: (job) => mountByFuse(ports, job),
    unmount: async (record, folder, { signal }) => {
      if (record.mountsOutput) await unmountPlace(ports, record.output, signal);
      await unmountPlace(ports, folder.image, signal);
    },
  };
}

async function mountByFuse(ports: MountPorts, { image, record, folder, signal, note }: MountJob) {
  const [squashfuse = '', overlay = ''] = PROGRAMS.map((name) => ports.findTool(name));
  await makeOverlayFolders(folder);
  // The open file itself: its path may lead elsewhere by now.
  const source = ['-o', 'ro,nosuid,nodev', '/proc/self/fd/3', folder.image];
  const descriptors = [image.descriptor];
  await runStep(ports, { file: squashfuse, args: source }, { cwd: '/', descriptors, signal });
  await image.refuseChanged();
  await likeLayer(folder, record.layer);
  const { uid, gid } = ports;
  const squash = uid === undefined || uid === 0 ? [] : [`squash_to_uid=${uid}`, `squash_to_gid=${gid}`];
  await note({ mountsOutput: true });
  const options = overlayOptions(record.layers, ['nosuid', 'nodev', ...squash]);
  await runStep(ports, { file: overlay, args: ['-o', options, record.output] }, { cwd: folder.image, signal });
  const seen = (await readMountTable()).findLast(({ place }) => place === record.output);
  if (seen?.kind !== 'fuse.fuse-overlayfs') throw new MountError('backend', 'fuse-overlayfs ended without a mount');
  return { place: record.output };
}

/** Unmounts all that stands at a place; a server that has just lost its mount may hold another for a moment. */
async function unmountPlace(ports: MountPorts, place: string, signal: AbortSignal | undefined): Promise<void> {
  const tool = unmounter(ports);
  const deadline = ports.now() + RELEASE_MS;
  while (await isMountPoint(place)) {
    if (!tool) throw new MountError('backend', 'The program that unmounts is not installed');
    try {
      await runStep(ports, { file: tool.file, args: [...tool.args, place] }, { cwd: '/', signal });
    } catch (error) {
      const isHeld = error instanceof MountError && error.reason === 'busy' && place.endsWith('/image');
      if (!isHeld || ports.now() > deadline) throw error;
      await delay(AGAIN_MS);
    }
  }
}

function unmounter({ uid, findTool }: MountPorts) {
  if (uid === 0) {
    const umount = findTool('umount');
    return umount === undefined ? undefined : { file: umount, args: ['-c'] };
  }
  const file = findTool('fusermount3') ?? findTool('fusermount');
  return file === undefined ? undefined : { file, args: ['-u'] };
}
