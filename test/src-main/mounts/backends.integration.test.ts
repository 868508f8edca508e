import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
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
  type TreeEntry,
  userProblem,
} from '../../support/mount-box.ts';
import { fixture, IMAGES } from '../images/support/image-fixtures.ts';

const GOOD = readableImage('three-layers.squashfs');
const { merged: TREES } = JSON.parse(fixture('expected-trees.json').toString('utf8')) as {
  readonly merged: Readonly<Record<string, Readonly<Record<string, TreeEntry>>>>;
};

function expected(layer: string): Record<string, TreeEntry> {
  return Object.fromEntries(
    Object.entries(TREES[layer] ?? {}).map(([path, { type, mode, sha256, target }]) => [
      path,
      { type, ...(mode && { mode }), ...(sha256 && { sha256 }), ...(target && { target }) },
    ]),
  );
}

const kernel = kernelProblem();
const fuse = fuseProblem();
const ordinary = userProblem();

/** Each way with whose it is, and why it cannot be tried here: half of them a day. */
const WAYS = [
  { backend: 'kernel', uid: undefined, why: kernel },
  { backend: 'fuse', uid: undefined, why: fuse },
  { backend: 'fuse', uid: TESTER, why: fuse ?? ordinary },
  { backend: 'copy', uid: undefined, why: kernel && fuse },
  { backend: 'copy', uid: TESTER, why: (kernel && fuse) ?? ordinary },
] as const;

let box: MountBox;
beforeAll(async () => {
  if (kernel && fuse) return;
  box = await mountBox();
});
afterAll(() => box?.[Symbol.asyncDispose]());

describe.each(casesOfTheDay(WAYS, 2))('backend $backend as uid $uid', ({ backend, uid, why }) => {
  const user = uid === undefined ? {} : { uid };
  const name = `${backend}-${uid ?? 0}`;
  const open = async (at: string, ...more: string[]) => {
    const output = join(box.folder, `${name}-${at}`);
    return { output, ...(await box.sigma(['mount', GOOD, '--output', output, '--backend', backend, ...more], user)) };
  };

  test.skipIf(why)(`every layer shows what the kernel shows [${why ?? 'runs'}]`, async () => {
    // In v1.1 an ordinary user could not change what an attribute holds.
    const layers = ['v1.0', ...(backend === 'fuse' && uid ? [] : ['v1.1']), 'default'];
    for (const layer of layers) {
      const { output, stdout, stderr, code } = await open(layer, ...(layer === 'default' ? [] : ['--layer', layer]));
      expect({ code, stderr: backend === 'copy' ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`(backend ${backend})`);
      const tree = await box.tree(output, user);
      expect(Object.keys(tree).length).toBeGreaterThan(10);
      expect(tree).toEqual(expected(layer));
      expect(await box.sigma(['umount', output], user)).toMatchObject({ code: 0, stderr: '' });
      expect(await readdir(box.folder)).not.toContain(`${name}-${layer}`);
    }
    expect(await box.mounted()).toEqual([]);
  });

  test.skipIf(why)(
    `what is written stays until it may go, and outside nothing is touched [${why ?? 'runs'}]`,
    async () => {
      const outside = join(box.folder, `${name}-outside`);
      await box.sh(
        `mkdir ${outside} && echo kept > ${outside}/kept && mkdir ${outside}/inner && echo kept > ${outside}/inner/kept`,
        user,
      );
      const { output } = await open('written');
      const script = `cd ${output} && echo new > new && echo more >> change.txt && rm with*txt && rm -r docs skills && mkdir docs
      echo only > docs/only && ln -s ${outside} trap && ln -s ../../.. skills && chmod 700 run.sh`;
      expect(await box.sh(script, user)).toMatchObject({ code: 0, stderr: '' });
      const tree = await box.tree(output, user);
      expect(Object.keys(tree).filter((path) => path.startsWith('docs/'))).toEqual(['docs/only']);
      expect(Object.keys(tree).filter((path) => path.includes('.wh.'))).toEqual([]);

      const refused = await box.sigma(['umount', output], user);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('in no snapshot') });
      expect(await box.tree(output, user)).toEqual(tree);
      expect(await box.sigma(['umount', '--mount_point', output, '--discard'], user)).toMatchObject({ code: 0 });
      expect(await box.mounted()).toEqual([]);
      expect(await readFile(join(outside, 'inner/kept'), 'utf8')).toBe('kept\n');
      expect((await readdir(outside)).sort()).toEqual(['inner', 'kept']);
      expect(await readdir(join(box.folder, `data-${uid ?? 0}`, 'mounts'))).toEqual([]);
    },
  );

  test.skipIf(why)(`a snapshot holds what is seen, and then nothing is asked [${why ?? 'runs'}]`, async () => {
    const image = join(box.folder, `${name}.squashfs`);
    await box.sh(`cp ${GOOD} ${image} && chmod 644 ${image}`, user);
    const output = join(box.folder, `${name}-saved`);
    const words = ['mount', image, '--output', output, '--backend', backend];
    expect(await box.sigma(words, user)).toMatchObject({ code: 0 });
    const script = `cd ${output} && echo new > new && rm change.txt && rm -r docs && mkdir docs && echo only > docs/only && chmod 700 run.sh`;
    expect(await box.sh(script, user)).toMatchObject({ code: 0, stderr: '' });
    const tree = await box.tree(output, user);
    expect(await box.sigma(['snapshot', output, '--tag', 'v9'], user)).toMatchObject({ code: 0 });
    expect(await box.sigma(['umount', output], user)).toMatchObject({ code: 0, stderr: '' });
    expect(await box.sigma(words, user)).toMatchObject({ code: 0, stdout: expect.stringContaining('v9') });
    expect(await box.tree(output, user)).toEqual(tree);
    expect(await box.sigma(['umount', output], user)).toMatchObject({ code: 0 });
    expect(await box.mounted()).toEqual([]);
    expect(await readdir(join(box.folder, `data-${uid ?? 0}`, 'open-images'))).toEqual([]);
  });

  test.skipIf(why)(`a place that is taken is left alone [${why ?? 'runs'}]`, async () => {
    const output = join(box.folder, `${name}-taken`);
    await box.sh(`mkdir ${output} && echo mine > ${output}/mine && ln -s ${output} ${output}-link`, user);
    for (const place of [output, `${output}-link`]) {
      const refused = await box.sigma(['mount', GOOD, '--output', place, '--backend', backend], user);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
    }
    expect(await readdir(output)).toEqual(['mine']);
    const { output: open1 } = await open('twice');
    const again = await box.sigma(['mount', GOOD, '--output', open1, '--backend', backend], user);
    expect(again).toMatchObject({ code: 1 });
    expect(await box.sigma(['umount', open1], user)).toMatchObject({ code: 0 });
  });

  test.skipIf(why || backend === 'copy')(`a mount in use is not closed [${why ?? 'runs'}]`, async () => {
    const { output } = await open('busy');
    const script = `cd ${output} && ${process.execPath} -e 'setTimeout(() => {}, 60000)' >/dev/null 2>&1 </dev/null & echo $!; sleep 0.2`;
    const { stdout: pid } = await box.sh(script, user);
    expect(await box.sigma(['umount', output], user)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/busy/i),
    });
    expect(Object.keys(await box.tree(output, user))).toContain('run.sh');
    await box.sh(`kill -9 ${pid.trim()}; while readlink /proc/${pid.trim()}/cwd >/dev/null; do sleep 0.05; done`);
    expect(await box.sigma(['umount', output], user)).toMatchObject({ code: 0 });
    expect(await box.mounted()).toEqual([]);
  });

  test.skipIf(why)(`names with , : and line ends do no harm [${why ?? 'runs'}]`, async () => {
    const folder = join(box.folder, `${name},x:y\n\\z"$(id)`);
    await mkdir(folder, { mode: 0o777 });
    await box.sh(`chmod 777 "$FOLDER"`, { environment: { FOLDER: folder } });
    const image = join(folder, 'a,b:c\n.squashfs');
    await copyFile(GOOD, image);
    const environment = backend === 'fuse' ? {} : { SIGMA_DATA: join(folder, 'data,1:2') };
    const output = join(folder, 'out,lowerdir=etc:x\n');
    const words = ['--input-file', image, '--output_dir', output, '--backend', backend];
    expect(await box.sigma(['mount', ...words], { ...user, environment })).toMatchObject({ code: 0 });
    expect(await box.tree(output, user)).toEqual(expected('default'));
    expect(await box.sigma(['umount', output], { ...user, environment })).toMatchObject({ code: 0 });
    expect((await readdir(folder)).sort()).toEqual(['a,b:c\n.squashfs', ...(backend === 'fuse' ? [] : ['data,1:2'])]);
    expect(await box.mounted()).toEqual([]);
  });
});

test.skipIf(fuse ?? ordinary)('what FUSE could not serve as it should is refused, or copied', async () => {
  const output = join(box.folder, 'refused');
  const words = ['mount', GOOD, '--output', output, '--layer', 'v1.1'];
  const forced = await box.sigma([...words, '--backend', 'fuse'], { uid: TESTER });
  expect(forced).toMatchObject({ code: 1, stderr: expect.stringContaining('only root could change docs') });
  const marked = { environment: { SIGMA_DATA: join(box.folder, 'data,x') } };
  expect(await box.sigma([...words, '--backend', 'fuse'], marked)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('own folder'),
  });
  const copied = await box.sigma(words, { uid: TESTER });
  expect(copied).toMatchObject({ code: 0, stderr: expect.stringContaining('Not opened by fuse: only root') });
  expect(copied.stdout).toContain('(backend copy)');
  expect(await box.sigma(['umount', output], { uid: TESTER })).toMatchObject({ code: 0 });
});

const BAD = [
  'json',
  'not-uuid',
  'duplicate-tag',
  'default',
  'missing-parent',
  'missing-layer-dir',
  'no-manifest',
  'cycle',
];

test.skipIf(kernel && fuse).each(BAD)('bad-%s is refused before anything is mounted', async (name) => {
  const output = join(box.folder, 'bad');
  for (const backend of ['kernel', 'fuse', 'copy']) {
    const words = ['mount', join(IMAGES, `bad-${name}.squashfs`), '--output', output, '--backend', backend];
    expect(await box.sigma(words)).toMatchObject({ code: 1, stderr: expect.stringMatching(/manifest|layer/) });
  }
  expect(await readdir(box.folder)).not.toContain('bad');
  expect(await box.mounted()).toEqual([]);
});

test.skipIf(kernel && fuse)('what is no image, or would wait for ever, is refused', async () => {
  const output = join(box.folder, 'odd');
  await box.sh(`mkfifo ${box.folder}/pipe`);
  await writeFile(join(box.folder, 'text'), 'no image');
  for (const image of ['pipe', 'text', 'nothing', '.']) {
    expect(await box.sigma(['mount', join(box.folder, image), '--output', output])).toMatchObject({ code: 1 });
  }
  expect(await readdir(box.folder)).not.toContain('odd');
});
