import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kernelProblem, mountBox } from '../../support/mount-box.ts';

const problem = kernelProblem() ?? (existsSync('/usr/sbin/mkfs.xfs') ? undefined : 'mkfs.xfs is not installed');

test.skipIf(problem !== undefined)('a branch shares its blocks with the workspace where the disk can', async () => {
  await using box = await mountBox();
  const disk = join(box.folder, 'disk');
  const made = await box.sh(`
    set -e
    cd '${box.folder}'
    truncate -s 400M image && mkfs.xfs -q -m reflink=1 image
    mkdir disk && mount -o loop image disk && mkdir disk/work
    head -c 100000000 /dev/urandom > disk/work/large
    echo one > disk/work/small
  `);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const used = async () => Number((await box.sh(`sync; df --output=used -B1 '${disk}' | tail -1`)).stdout);
  const before = await used();
  const { stdout, stderr } = await box.sigma([disk], { program: '../branches/copy-program.ts' });
  expect({ stderr, ...JSON.parse(stdout) }).toEqual({
    stderr: '',
    method: 'reflink',
    paths: ['large', 'small'],
    remarks: [],
  });
  expect((await used()) - before).toBeLessThan(10_000_000);

  const written = await box.sh(`
    cd '${disk}' && cmp work/large branch/work/large || exit 1
    printf x | dd of=branch/work/large bs=1 seek=5 conv=notrunc status=none
    cmp work/large branch/work/large
  `);
  expect(written.stdout).toMatch(/large differ/);
});
