import { chown, copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOfTheDay } from '../../support/cases-of-the-day.ts';
import {
  fuseProblem,
  kernelProblem,
  type MountBox,
  mountBox,
  readableImage,
  TESTER,
  userProblem,
} from '../../support/mount-box.ts';
import { callHelper, installHelper, mountRequest } from '../../support/mount-helper.ts';
import { hasStrace } from '../../support/strace.ts';

const GOOD = readableImage('three-layers.squashfs');
const isLong = process.env.SIGMA_TEST_LONG === '1';
const kernel = hasStrace ? kernelProblem() : 'strace is not installed';
const fuse = hasStrace ? fuseProblem() : 'strace is not installed';

let box: MountBox;
beforeAll(async () => {
  if (kernel) return;
  box = await mountBox();
  await installHelper(box);
});
afterAll(() => box?.[Symbol.asyncDispose]());

/** Steps at which something of the helper's changes on the system. */
const HELPER_STEPS =
  'mkdir,mkdirat,rename,renameat,fsync,ioctl,mount,umount2,open_tree,mount_setattr,move_mount,chmod,chown,setxattr,fsetxattr,rmdir,unlink,unlinkat';

/** Kills what does one of the calls when it does the nth; the whole tree is watched, so that programs it starts are killed, too. */
const killing = (calls: string, at: number) => [
  'strace',
  '-f',
  '-qq',
  '-o',
  '/dev/null',
  '-e',
  `trace=${calls}`,
  '-e',
  `inject=${calls}:signal=SIGKILL:when=${at}`,
];

interface Listed {
  readonly mounts?: readonly { readonly id: string; readonly isMounted: boolean }[];
}

describe.skipIf(kernel)(`the helper, killed at any step [${kernel ?? 'runs'}]`, () => {
  const STEPS = isLong ? Array.from({ length: 60 }, (_, at) => at + 1) : [3, ...casesOfTheDay([7, 9, 11, 14], 2)];
  const ends: boolean[] = [];

  test.each(STEPS)('mount, at step %i', async (at) => {
    const image = join(box.folder, 'image.squashfs');
    await copyFile(GOOD, image);
    await chown(image, TESTER, TESTER);
    const { ok } = await callHelper(box, await mountRequest(image), { under: killing(HELPER_STEPS, at) });
    ends.push(ok);
    await cleanByHelper();
  });

  test.each(STEPS)('umount, at step %i', async (at) => {
    const image = join(box.folder, 'image.squashfs');
    await copyFile(GOOD, image);
    await chown(image, TESTER, TESTER);
    const { id } = await callHelper(box, await mountRequest(image));
    await callHelper(box, { verb: 'umount', id, discard: false }, { under: killing(HELPER_STEPS, at) });
    await cleanByHelper();
  });

  test('some of them were killed', () => {
    expect(ends.filter((ok) => !ok).length).toBeGreaterThan(0);
  });

  /** Removes everything that is left, after checking that the list contains it. */
  async function cleanByHelper() {
    const { mounts = [] } = (await callHelper(box, { verb: 'list' })) as Listed;
    const left = (await box.mounted()).filter((line) => line.includes('sigma-shell'));
    expect(left.every((line) => mounts.some(({ id }) => line.includes(id)))).toBe(true);
    for (const { id } of mounts) {
      expect(await callHelper(box, { verb: 'umount', id, discard: false })).toEqual({ ok: true, id });
    }
    expect(await box.mounted()).toEqual([]);
    const { stdout } = await box.sh(
      `ls -A /run/sigma-shell/${TESTER} /var/lib/sigma-shell/${TESTER}; losetup -n -O BACK-FILE | grep ${box.folder}`,
    );
    expect(stdout.split('\n').filter((line) => /^[0-9a-f]{16}$/.test(line))).toEqual([]);
  }
});

/** Calls are counted in each thread by itself. */
const ONE_THREAD = { environment: { UV_THREADPOOL_SIZE: '1' } };
const COMMAND_STEPS = 'mkdir,rename,fsync,rmdir,mount,umount2,unlink';

describe.each([
  { backend: 'kernel', why: kernel, uid: undefined },
  { backend: 'fuse', why: fuse ?? kernel ?? userProblem(), uid: TESTER },
  { backend: 'copy', why: kernel, uid: undefined },
] as const)('the command with backend $backend, killed at any step', ({ backend, why, uid }) => {
  const STEPS = isLong ? Array.from({ length: 40 }, (_, at) => at + 1) : [1, ...casesOfTheDay([4, 7, 11], 3)];
  const user = uid === undefined ? {} : { uid };
  const codes: (number | null)[] = [];

  test.skipIf(why).each(STEPS)(`mount, at step %i [${why ?? 'runs'}]`, async (at) => {
    const output = join(box.folder, `${backend}-${at}`);
    const words = ['mount', GOOD, '--output', output, '--backend', backend];
    const { code } = await box.sigma(words, { ...user, ...ONE_THREAD, under: killing(COMMAND_STEPS, at) });
    codes.push(code);
    await cleanByCommand(output, code);
  });

  test.skipIf(why).each(STEPS)(`umount, at step %i [${why ?? 'runs'}]`, async (at) => {
    const output = join(box.folder, `${backend}-un-${at}`);
    expect(await box.sigma(['mount', GOOD, '--output', output, '--backend', backend], user)).toMatchObject({ code: 0 });
    const { code } = await box.sigma(['umount', output], { ...user, ...ONE_THREAD, under: killing(COMMAND_STEPS, at) });
    await cleanByCommand(output, code);
  });

  test.skipIf(why)('some of them were killed', () => {
    expect(codes.filter((code) => code !== 0).length).toBeGreaterThan(0);
  });

  /** Removes what is left, after checking that the list contains it; then nothing is mounted or recorded. */
  async function cleanByCommand(output: string, code: number | null) {
    const { stdout } = await box.sigma(['mount', 'list', '--json'], user);
    const listed: { state: string; record?: { output: string } }[] = JSON.parse(stdout);
    const mounted = (await box.mounted()).length > 0;
    if (mounted) expect(listed.length).toBeGreaterThan(0);
    if (code !== 0 && listed.some(({ state }) => state === 'open')) {
      expect(await box.sigma(['umount', output], user)).toMatchObject({ code: 0 });
    }
    expect(await box.sigma(['mount', 'list', '--clean'], user)).toMatchObject({ code: 0 });
    for (const { state } of JSON.parse((await box.sigma(['mount', 'list', '--json'], user)).stdout))
      expect(state).toBe('open');
    await box.sigma(['umount', output], user);
    expect((await box.sigma(['mount', 'list'], user)).stdout).toBe('No image is open\n');
    expect(await box.mounted()).toEqual([]);
    expect((await readdir(box.folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  }
});
