import { copyFile, lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MountBox, mountBox, STRANGER, TESTER, userProblem } from '../../support/mount-box.ts';
import { INSTALLED, LAYER_UUIDS, mountRequest, wordOf } from '../../support/mount-helper.ts';
import { polkitProblem, startPolkit } from '../../support/polkit.ts';
import { IMAGES } from '../images/support/image-fixtures.ts';

const problem = polkitProblem() ?? userProblem();
const SOURCE = join(import.meta.dirname, '../../../resources/privileged-helper/sigma-mount-helper');

let box: MountBox;
let image: string;
beforeAll(async () => {
  if (problem) return;
  box = await mountBox();
  await startPolkit(box, 'sigma-tester');
  image = join(box.folder, 'image.squashfs');
  await copyFile(join(IMAGES, 'three-layers.squashfs'), image);
  for (const [name, uid] of [
    ['image', TESTER],
    ['strange', STRANGER],
  ] as const) {
    await box.sh(`cp ${image} ${box.folder}/${name}.next && chown ${uid} ${box.folder}/${name}.next &&
      mv ${box.folder}/${name}.next ${box.folder}/${name}.squashfs`);
  }
});
afterAll(() => box?.[Symbol.asyncDispose]());

const output = (name: string) => join(box.folder, name);
const sigma = (words: readonly string[], answer?: 'yes' | 'no', uid = TESTER) =>
  box.sigma(words, {
    uid,
    ...(answer && { program: 'answering-program.ts', environment: { SIGMA_TEST_ANSWER: answer } }),
  });
const mount = (name: string, answer?: 'yes' | 'no') =>
  sigma(['mount', image, '--output', output(name), '--backend', 'kernel'], answer);

describe.skipIf(problem)(`installing the helper [${problem ?? 'runs'}]`, () => {
  beforeEach(() => box.sh(`rm -rf /usr/libexec/sigma-shell`));

  test('where nobody can be asked it is not copied, and a no is a no', async () => {
    expect(await mount('asked')).toMatchObject({ code: 1, stderr: expect.stringContaining('Run this in a terminal') });
    const no = await mount('asked', 'no');
    expect(no).toMatchObject({ code: 130, stderr: expect.stringContaining(`install ${INSTALLED}`) });
    expect((await box.sh('ls -A /usr/libexec')).stdout).toBe('');
    expect(await readdir(box.folder)).not.toContain('asked');
    expect(await readdir(join(box.folder, `data-${TESTER}`, 'mounts'))).toEqual([]);
  });

  test('a yes copies our bytes, once; another version is replaced after a question', async () => {
    const yes = await mount('copied', 'yes');
    expect(yes).toMatchObject({ code: 0, stdout: expect.stringContaining('helper') });
    const installed = await box.sh(`stat -c '%a %U' /usr/libexec/sigma-shell ${INSTALLED} && cat ${INSTALLED}`);
    expect(installed.stdout).toBe(`755 root\n755 root\n${await readFile(SOURCE, 'utf8')}`);
    expect(await sigma(['umount', output('copied')])).toMatchObject({ code: 0 });
    expect((await mount('again', 'no')).stderr).not.toContain(INSTALLED);
    expect(await sigma(['umount', output('again')])).toMatchObject({ code: 0 });
    await box.sh(`echo '# changed' >> ${INSTALLED}`);
    expect(await mount('again', 'no')).toMatchObject({
      code: 130,
      stderr: expect.stringContaining(`replace ${INSTALLED}`),
    });
    expect(await mount('again', 'yes')).toMatchObject({ code: 0 });
    expect(await sigma(['umount', output('again')])).toMatchObject({ code: 0 });
  });

  test('what others than root can write is never run', async () => {
    await box.sh(`install -D -m 755 ${SOURCE} ${INSTALLED}`);
    const spoils = [
      'chmod o+w /usr/libexec/sigma-shell',
      `chown ${TESTER} ${INSTALLED}`,
      `mv ${INSTALLED} /run/box/h; ln -s /run/box/h ${INSTALLED}`,
    ];
    for (const spoil of spoils) {
      await box.sh(spoil);
      expect(await mount('spoiled', 'yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('is not run') });
      await box.sh(`chmod 755 /usr/libexec/sigma-shell; rm ${INSTALLED}; install -D -m 755 ${SOURCE} ${INSTALLED}`);
    }
    expect(await box.mounted()).toEqual([]);
  });
});

describe.skipIf(problem)(`mounting through pkexec [${problem ?? 'runs'}]`, () => {
  beforeAll(() => box.sh(`install -D -m 755 ${SOURCE} ${INSTALLED}`));

  test('the output is a link to what root mounted; umount takes either path', async () => {
    for (const by of ['link', 'place'] as const) {
      expect(await mount('linked')).toMatchObject({ code: 0, stderr: '' });
      const { stdout: place } = await box.sh(`readlink ${output('linked')}`);
      expect(place).toMatch(new RegExp(`^/run/sigma-shell/${TESTER}/[0-9a-f]{16}\\n$`));
      const tree = await box.tree(`${output('linked')}/`, { uid: TESTER });
      expect(Object.keys(tree)).toContain('skills/old/SKILL.md');
      await box.sigma(['mount', image, '--output', output('copy'), '--backend', 'copy'], { uid: TESTER });
      expect(tree).toEqual(await box.tree(output('copy'), { uid: TESTER }));
      expect(await sigma(['umount', output('copy')])).toMatchObject({ code: 0 });
      const listed = await sigma(['mount', 'list']);
      expect(listed.stdout).toMatch(/linked .*helper {2}open\n$/);
      const path = by === 'link' ? output('linked') : place.trim();
      expect(await sigma(['umount', path])).toMatchObject({ code: 0, stderr: '' });
      expect(await readdir(box.folder)).not.toContain('linked');
      expect(await box.mounted()).toEqual([]);
    }
  });

  test('what was written asks before it goes', async () => {
    await mount('written');
    await box.sh(`cd ${output('written')} && echo more >> change.txt && rm run.sh && ln -s ${box.folder} out`, {
      uid: TESTER,
    });
    expect(await sigma(['umount', output('written')])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/change\.txt|run\.sh/),
    });
    expect(await sigma(['umount', output('written')], 'no')).toMatchObject({ code: 1 });
    expect((await box.sh(`cat ${output('written')}/change.txt`, { uid: TESTER })).stdout).toContain('more');
    expect(await sigma(['umount', output('written')], 'yes')).toMatchObject({ code: 0 });
    expect(await readdir(box.folder)).toContain('image.squashfs');
  });

  test('a link that took the place of ours is left alone', async () => {
    await mount('swapped');
    await box.sh(`ln -sfn ${box.folder} ${output('swapped')}`, { uid: TESTER });
    expect(await sigma(['umount', output('swapped')])).toMatchObject({ code: 0 });
    expect((await lstat(output('swapped'))).isSymbolicLink()).toBe(true);
    expect(await readdir(box.folder)).toContain('image.squashfs');
    await box.sh(`rm ${output('swapped')}`);
  });

  test('who may not is told so, and nothing is left', async () => {
    const strange = join(box.folder, 'strange.squashfs');
    const refused = await sigma(
      ['mount', strange, '--output', output('refused'), '--backend', 'kernel'],
      undefined,
      STRANGER,
    );
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('no authentication agent') });
    expect(await readdir(box.folder)).not.toContain('refused');
    expect(await readdir(join(box.folder, `data-${STRANGER}`, 'mounts'))).toEqual([]);
  });

  test('the name of the working folder is read by no shell', async () => {
    const folder = output('a$(touch pwned)`touch pwned`"b');
    const script = `mkdir "$FOLDER" && cd "$FOLDER" && ${process.execPath} -e 'process.exit(0)' && exec "$@"`;
    await box.sh(script, { uid: TESTER, environment: { FOLDER: folder } });
    const inside = await box.sigma(['mount', image, '--output', 'here', '--backend', 'kernel'], {
      uid: TESTER,
      cwd: folder,
    });
    expect(inside).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toEqual(['here']);
    expect(await box.sigma(['umount', 'here'], { uid: TESTER, cwd: folder })).toMatchObject({ code: 0 });
    expect(await readdir(box.folder)).not.toContain('pwned');
  });

  test('a mount that is in nobody’s books is found and closed', async () => {
    const word = wordOf({ ...(await mountRequest(image)), layers: [...LAYER_UUIDS] });
    const pkexec = `/usr/bin/pkexec --disable-internal-agent /bin/bash -c 'echo x; /usr/bin/python3 -I ${INSTALLED} ${word}'`;
    expect(await box.sh(pkexec, { uid: TESTER })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"ok": true'),
    });
    const { stdout } = await sigma(['mount', 'list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ state: 'lost', place: expect.stringContaining('/run/sigma-shell') }]);
    expect(await sigma(['mount', 'list', '--clean'])).toMatchObject({ code: 0 });
    expect(await box.mounted()).toEqual([]);
  });

  test.each([
    { verb: 'umount', id: '/', discard: true },
    { verb: 'mount', image: '/etc/passwd', options: 'suid' },
    { verb: 'umount', id: '0123456789abcdef', discard: true },
  ])('%j is refused', async (request) => {
    const pkexec = `/usr/bin/pkexec --disable-internal-agent /usr/bin/python3 -I ${INSTALLED} ${wordOf(request)}`;
    expect(JSON.parse((await box.sh(pkexec, { uid: TESTER })).stdout)).toMatchObject({ ok: false });
  });
});
