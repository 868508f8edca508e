import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kernelProblem, mountBox } from './mount-box.ts';

/** Explains why no disk on which files share their blocks can be had here; undefined if it can. */
export const reflinkProblem = (): string | undefined =>
  kernelProblem() ?? (existsSync('/usr/sbin/mkfs.xfs') ? undefined : 'mkfs.xfs is not installed');

/** A place with an XFS of 400 MB at `disk`, in which a script has made a folder `work`. */
export async function reflinkDisk(script: string) {
  const box = await mountBox();
  const disk = join(box.folder, 'disk');
  const made = await box.sh(`
    set -e
    cd '${box.folder}'
    truncate -s 400M image && mkfs.xfs -q -m reflink=1 image
    mkdir disk && mount -o loop image disk && chmod 777 disk && mkdir disk/work && cd disk/work
    ${script}
  `);
  if (made.code !== 0) throw new Error(made.stderr);
  return { ...box, disk };
}
