import { chown, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kernelProblem, mountBox, TESTER } from '../../support/mount-box.ts';
import { installHelper } from '../../support/mount-helper.ts';
import { IMAGES } from '../images/support/image-fixtures.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/mounts');
const isLong = process.env.SIGMA_TEST_LONG === '1';
const REQUESTS = isLong ? 100_000 : 400;
const SEED = process.env.SIGMA_TEST_SEED || '202607';
const problem = kernelProblem();

test.skipIf(problem)(
  `made-up requests call mount and umount within the caller's places alone [${problem ?? 'runs'}]`,
  async () => {
    await using box = await mountBox();
    await installHelper(box);
    const image = join(box.folder, 'image.squashfs');
    await copyFile(join(IMAGES, 'three-layers.squashfs'), image);
    await chown(image, TESTER, TESTER);
    const fakes = `echo ${box.folder}/calls > /run/box/calls-at && for name in mount umount; do
      cp ${FIXTURES}/fake-mount.sh /run/box/$name; done && mount --bind /run/box/umount /usr/bin/umount &&
      mount --bind /run/box/mount /usr/bin/mount`;
    expect(await box.sh(fakes)).toMatchObject({ code: 0, stderr: '' });
    const ran = await box.sh(
      `/usr/bin/python3 -I ${FIXTURES}/helper_requests.py ${SEED} ${REQUESTS} ${box.folder} ${image}`,
    );
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { outcomes, programs, requests } = JSON.parse(ran.stdout);
    expect(requests).toBe(REQUESTS);
    // It is no proof where nothing was ever done.
    expect(outcomes.done).toBeGreaterThan(REQUESTS / 50);
    expect(outcomes.request).toBeGreaterThan(REQUESTS / 5);
    expect(programs.mount).toBeGreaterThan(REQUESTS / 100);
  },
);
