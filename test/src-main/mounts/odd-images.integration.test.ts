import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuseProblem, kernelProblem, type MountBox, mountBox, TESTER } from '../../support/mount-box.ts';
import { callHelper, installHelper, mountRequest } from '../../support/mount-helper.ts';

const tools = existsSync('/usr/bin/mksquashfs') ? undefined : 'squashfs-tools is not installed';
const problem = tools ?? kernelProblem() ?? fuseProblem();

let box: MountBox;
beforeAll(async () => {
  if (problem) return;
  box = await mountBox();
  await installHelper(box);
});
afterAll(() => box?.[Symbol.asyncDispose]());

const uuid = (number: number) => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** An image of so many layers, each upon the one before, with what a script of Python makes of them. */
async function makeImage(name: string, layers: number, script: string): Promise<string> {
  const image = join(box.folder, `${name}.squashfs`);
  const make = `
import json, os, stat
layers = [f'{number:08}-0000-4000-8000-000000000000' for number in range(${layers})]
os.makedirs('/run/box/${name}')
os.chdir('/run/box/${name}')
manifest = {one: {'parent': below} if below else {} for one, below in zip(layers, [None, *layers])}
json.dump({'layers': manifest, 'default': layers[-1]}, open('manifest.json', 'w'))
for number, one in enumerate(layers):
    os.mkdir(one)
    open(f'{one}/file{number}', 'w').write(str(number))
${script}`;
  const { code, stderr } = await box.sh(
    `python3 - && mksquashfs /run/box/${name} ${image} -noappend -no-progress -quiet && chown ${TESTER}:${TESTER} ${image}`,
    { input: make },
  );
  if (code !== 0) throw new Error(stderr);
  return image;
}

test.skipIf(problem).each([
  [
    'redirect',
    "os.setxattr(layers[0], 'trusted.overlay.redirect', b'/etc')",
    'trusted.overlay.redirect',
    'trusted.overlay.redirect',
  ],
  [
    'metacopy',
    "os.setxattr(layers[0] + '/file0', 'trusted.overlay.metacopy', b'')",
    'trusted.overlay.metacopy',
    'trusted.overlay.metacopy',
  ],
  [
    'userxattr',
    "os.mkdir(layers[0] + '/d'); os.setxattr(layers[0] + '/d', 'user.overlay.opaque', b'y')",
    'user.overlay.opaque',
    undefined,
  ],
  [
    'owner',
    "os.setxattr(layers[0] + '/file0', 'user.fuseoverlayfs.override_stat', b'0:0:4755')",
    undefined,
    'override_stat',
  ],
  ['name', "open(layers[0] + '/.wh.file0', 'w')", undefined, 'would delete another one'],
  ['device', "os.mknod(layers[0] + '/null', 0o666 | stat.S_IFCHR, os.makedev(1, 3))", 'is a device', 'is a device'],
  ['setuid', "os.chmod(layers[0] + '/file0', 0o4755)", 'would run as another user', 'would run as another user'],
])('what would not be what it seems is not mounted: %s', async (name, script, byKernel, byFuse) => {
  const image = await makeImage(name, 1, script);
  const output = join(box.folder, `${name}-out`);
  for (const [backend, why] of [
    ['kernel', byKernel],
    ['fuse', byFuse],
  ] as const) {
    const ran = await box.sigma(['mount', image, '--output', output, '--backend', backend]);
    if (why === undefined) {
      expect(ran).toMatchObject({ code: 0 });
      expect(await box.sigma(['umount', output])).toMatchObject({ code: 0 });
    } else expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
  }
  const copied = await box.sigma(['mount', image, '--output', output, '--backend', 'copy']);
  expect(copied).toMatchObject({ code: 0, stdout: expect.stringContaining('copy') });
  expect(await readdir(output)).not.toContain('null');
  expect(await box.sigma(['umount', output])).toMatchObject({ code: 0, stderr: '' });
  expect(await box.mounted()).toEqual([]);
});

test.skipIf(problem)('a hundred layers are mounted, by the command and by the helper; one more is copied', async () => {
  const image = await makeImage('hundred', 100, '');
  const output = join(box.folder, 'hundred-out');
  const seen = Array.from({ length: 100 }, (_, at) => `file${at}`).sort();
  for (const backend of ['kernel', 'fuse']) {
    expect(await box.sigma(['mount', image, '--output', output, '--backend', backend])).toMatchObject({ code: 0 });
    expect(Object.keys(await box.tree(output)).sort()).toEqual(seen);
    expect(await box.sigma(['umount', output])).toMatchObject({ code: 0 });
  }
  const layers = Array.from({ length: 100 }, (_, at) => uuid(99 - at));
  const { id, path } = await callHelper(box, { ...(await mountRequest(image)), layers });
  expect(Object.keys(await box.tree(String(path), { uid: TESTER })).sort()).toEqual(seen);
  expect(await callHelper(box, { verb: 'umount', id, discard: false })).toMatchObject({ ok: true });

  const more = await makeImage('more', 101, '');
  const copied = await box.sigma(['mount', more, '--output', output]);
  expect(copied).toMatchObject({ code: 0, stderr: expect.stringContaining('the kernel takes 100 layers') });
  expect(await box.sigma(['umount', output])).toMatchObject({ code: 0 });
  expect(await box.mounted()).toEqual([]);
});
