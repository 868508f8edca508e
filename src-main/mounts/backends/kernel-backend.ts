import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToBytes } from '#core/files/path-bytes';
import { MountError } from '../mount-error.ts';
import type { MountPorts } from '../mount-ports.ts';
import { isMountPoint, readMountTable } from '../mount-table.ts';
import type { Backend, MountJob } from './backend.ts';
import { likeLayer, MAX_LAYERS, makeOverlayFolders, overlayOptions } from './overlay-folders.ts';
import { runStep } from './run-step.ts';

const PROGRAMS = ['mount', 'umount', 'losetup'] as const;
/**
 * Mount options for overlay. With `redirect_dir=off` instead of `nofollow` the kernel would follow a mark that a layer
 * brings, and show a deleted folder again.
 */
export const OVERLAY_SAFETY = ['nosuid', 'nodev', 'redirect_dir=nofollow', 'metacopy=off', 'index=off'];
/** Time for which the kernel may hold an image after its last use, in milliseconds. */
const RELEASE_MS = 3000;
const AGAIN_MS = 50;

/** Mounts squashfs and overlay directly, as root, at the output itself. */
export function kernelBackend(ports: MountPorts): Backend {
  return {
    name: 'kernel',
    refusal: async (image) => {
      if (process.platform !== 'linux') return 'only Linux can mount images';
      if (ports.uid !== 0) return 'only root may mount directly';
      const missing = PROGRAMS.find((name) => ports.findTool(name) === undefined);
      if (missing) return `the program ${missing} is not installed`;
      return kernelRefusal(image.layers.length) ?? image.doubts.kernel;
    },
    mount: (job) => mountByKernel(ports, job),
    unmount: async (record, folder, { signal }) => {
      if (record.mountsOutput) await unmountAll(ports, record.output, signal);
      await unmountAll(ports, folder.image, signal);
    },
  };
}

/** Explains why the kernel cannot mount so many layers; a sentence without its end. */
export function kernelRefusal(layers: number): string | undefined {
  return layers > MAX_LAYERS
    ? `the kernel takes ${MAX_LAYERS} layers, and this one stands on ${layers - 1}`
    : undefined;
}

async function mountByKernel(ports: MountPorts, { image, record, folder, signal, note }: MountJob) {
  const mount = ports.findTool('mount') ?? '';
  await makeOverlayFolders(folder);
  const device = await attachLoop(ports, image, signal);
  try {
    await image.refuseChanged();
    const args = ['-i', '-t', 'squashfs', '-o', 'ro,nosuid,nodev', device, folder.image];
    await runStep(ports, { file: mount, args }, { cwd: '/', signal });
  } finally {
    // From now on the kernel frees the device with its last use.
    await ports.runTool({ file: ports.findTool('losetup') ?? '', args: ['-d', device] }, { cwd: '/' });
  }
  const [owner] = image.owners;
  await likeLayer(folder, record.layer, image.owners.length === 1 ? owner : undefined);
  await note({ mountsOutput: true });
  // The folder that was looked at, held open: its path may lead elsewhere by now.
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const target = await open(pathToBytes(record.output), flags);
  try {
    const options = overlayOptions(record.layers, OVERLAY_SAFETY);
    const args = ['-i', '-c', '-t', 'overlay', '-o', options, 'overlay', '/proc/self/fd/3'];
    const place = { cwd: folder.image, descriptors: [target.fd], signal };
    await runStep(ports, { file: mount, args }, place);
  } finally {
    await target.close();
  }
  const seen = (await readMountTable()).findLast(({ place }) => place === record.output);
  if (seen?.kind !== 'overlay' || !['nosuid', 'nodev'].every((one) => seen.options.includes(one))) {
    throw new MountError('backend', `${record.output} was moved while the image was mounted`);
  }
  return { place: record.output };
}

/** Makes a device of the open file, and proves that it is of that file, before the kernel reads anything of it. */
async function attachLoop(
  ports: MountPorts,
  image: MountJob['image'],
  signal: AbortSignal | undefined,
): Promise<string> {
  const losetup = ports.findTool('losetup') ?? '';
  const args = ['--find', '--show', '--read-only', '/proc/self/fd/3'];
  const descriptors = [image.descriptor];
  const device = (await runStep(ports, { file: losetup, args }, { cwd: '/', descriptors, signal })).trim();
  const columns = ['-n', '-O', 'BACK-INO,BACK-MAJ:MIN', device];
  const told = await ports.runTool({ file: losetup, args: columns }, { cwd: '/' });
  const { ino, dev } = image.identity;
  if (told.stdout.trim().split(/\s+/).join(' ') === `${ino} ${deviceNumbers(BigInt(dev))}`) return device;
  await ports.runTool({ file: losetup, args: ['-d', device] }, { cwd: '/' });
  throw new MountError('backend', 'The image was replaced after it was checked. Try again');
}

/** `major:minor` of Linux's number of a device, which has both in two pieces. */
function deviceNumbers(device: bigint): string {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn);
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn & 0xffff_ffffn);
  return `${major}:${minor}`;
}

async function unmountAll(ports: MountPorts, place: string, signal: AbortSignal | undefined): Promise<void> {
  const file = ports.findTool('umount') ?? '';
  const deadline = ports.now() + RELEASE_MS;
  while (await isMountPoint(place)) {
    try {
      await runStep(ports, { file, args: ['-i', '-c', place] }, { cwd: '/', signal });
    } catch (error) {
      const isHeld = error instanceof MountError && error.reason === 'busy' && place.endsWith('/image');
      if (!isHeld || ports.now() > deadline) throw error;
      await delay(AGAIN_MS);
    }
  }
}
