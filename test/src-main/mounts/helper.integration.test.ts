import { chown, copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kernelProblem, type MountBox, mountBox, STRANGER, TESTER } from '../../support/mount-box.ts';
import { callHelper, INSTALLED, installHelper, LAYER_UUIDS, mountRequest, wordOf } from '../../support/mount-helper.ts';
import { IMAGES } from '../images/support/image-fixtures.ts';

const problem = kernelProblem();
const ID = '0123456789abcdef';

let box: MountBox;
let image: string;
beforeAll(async () => {
  if (problem) return;
  box = await mountBox();
  await installHelper(box);
});
afterAll(() => box?.[Symbol.asyncDispose]());
beforeEach(async () => {
  if (problem) return;
  image = join(box.folder, 'image.squashfs');
  await copyFile(join(IMAGES, 'three-layers.squashfs'), image);
  await chown(image, TESTER, TESTER);
});
/** Unmounts everything after a test, whatever it did. */
afterEach(async () => {
  if (problem) return;
  await box.sh('rm -rf /run/sigma-shell/link');
  for (const uid of [TESTER, STRANGER]) {
    const { mounts = [] } = (await callHelper(box, { verb: 'list' }, { uid })) as { mounts?: { id: string }[] };
    for (const { id } of mounts) {
      expect(await callHelper(box, { verb: 'umount', id, discard: true }, { uid })).toEqual({ ok: true, id });
    }
  }
  expect(await box.mounted()).toEqual([]);
});

const mountOk = async (uid = TESTER) => {
  const answer = await callHelper(box, await mountRequest(image), { uid });
  expect(answer).toMatchObject({ ok: true });
  return answer as unknown as { readonly id: string; readonly path: string };
};

describe.skipIf(problem)(`who may ask [${problem ?? 'runs'}]`, () => {
  test.each([
    ['nobody is named', { PKEXEC_UID: '' }],
    ['root is named', { PKEXEC_UID: '0' }],
    ['another is named', { PKEXEC_UID: `${STRANGER}` }],
    ['two are named', { SUDO_UID: `${STRANGER}` }],
    ['no number is named', { PKEXEC_UID: '4321x' }],
    ['a number that wraps is named', { PKEXEC_UID: `${2 ** 32 + TESTER}` }],
  ])('%s', async (_, variables) => {
    expect(await callHelper(box, { verb: 'list' }, { variables })).toMatchObject({ ok: false, code: 'caller' });
  });

  test('sudo names the caller as well as pkexec', async () => {
    expect(await callHelper(box, { verb: 'list' }, { variables: { SUDO_UID: `${TESTER}` } })).toMatchObject({
      ok: true,
    });
  });

  test('root itself is nobody to work for, whatever it says', async () => {
    const { stdout } = await box.sh(
      `PKEXEC_UID=${TESTER} /usr/bin/python3 -I ${INSTALLED} ${wordOf({ verb: 'list' })}`,
    );
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, code: 'caller' });
  });

  test('Python that is not isolated, and a user, get nothing but the version', async () => {
    const open = await box.sh(`/usr/bin/python3 ${INSTALLED} ${wordOf({ verb: 'list' })}`);
    expect(JSON.parse(open.stdout)).toMatchObject({ code: 'caller' });
    const list = await box.sh(`/usr/bin/python3 -I ${INSTALLED} ${wordOf({ verb: 'list' })}`, { uid: TESTER });
    expect(JSON.parse(list.stdout)).toMatchObject({ code: 'caller' });
    const told = await box.sh(`/usr/bin/python3 -I ${INSTALLED} ${wordOf({ verb: 'version' })}`, { uid: TESTER });
    const { stdout } = await box.sh(`sha256sum ${INSTALLED}`);
    expect(JSON.parse(told.stdout)).toEqual({ ok: true, version: 1, sha256: stdout.split(' ')[0] });
  });

  test('it does not run from where others can write', async () => {
    const places = [`chmod o+w ${INSTALLED}`, `chmod 777 /usr/libexec/sigma-shell`, `chown ${TESTER} ${INSTALLED}`];
    for (const spoil of places) {
      await box.sh(spoil);
      expect(await callHelper(box, { verb: 'list' })).toMatchObject({ ok: false, code: 'place' });
      await box.sh('chmod 755 /usr/libexec/sigma-shell');
      await installHelper(box);
    }
  });
});

describe.skipIf(problem)(`what is asked [${problem ?? 'runs'}]`, () => {
  test.each([
    ['no word', []],
    ['many words', new Array(1000).fill('mount')],
    ['an option', ['-o remount,suid']],
    ['a path', ['/run/app/1000/../../etc']],
    ['shell text', ['$(reboot);x']],
    ['an empty word', ['']],
    ['no JSON', [Buffer.from('mount').toString('base64url')]],
    ['JSON one into another', [Buffer.from('['.repeat(40_000)).toString('base64url')]],
    [
      'a member twice',
      [Buffer.from(`{"verb":"umount","id":"${ID}","id":"${ID}","discard":true}`).toString('base64url')],
    ],
    ['a verb that is none', { verb: 'remount' }],
    ['a target', { verb: 'umount', id: ID, discard: true, target: '/etc' }],
    ['a place', { verb: 'umount', id: '/', discard: true }],
    ['a place above', { verb: 'umount', id: '../../../../etc', discard: true }],
    ['an id with more', { verb: 'umount', id: `${ID}\n`, discard: true }],
    ['a truth that is none', { verb: 'umount', id: ID, discard: 1 }],
  ])('%s is refused', async (_, request) => {
    const answer = await callHelper(box, request);
    expect(answer).toMatchObject({ ok: false, code: expect.stringMatching(/^(request|usage)$/) });
    expect(answer.message).not.toContain('Traceback');
  });

  test.each([
    ['a relative path', { image: 'image.squashfs' }],
    ['a way up', { image: '/tmp/../etc/passwd' }],
    ['a NUL', { image: '/tmp/a\0b' }],
    ['no layer', { layers: [] }],
    ['a layer twice', { layers: [LAYER_UUIDS[0], LAYER_UUIDS[0]] }],
    ['a path as layer', { layers: ['../../../etc'] }],
    ['an option as layer', { layers: [`${LAYER_UUIDS[0]},upperdir=/etc`] }],
    ['a layer of capitals', { layers: ['AAAAAAAA-3333-4333-8333-333333333333'] }],
    [
      '101 layers',
      { layers: Array.from({ length: 101 }, (_, at) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`) },
    ],
    ['an owner that is no number', { owner: { uid: '0', gid: 0 } }],
    ['an owner beyond', { owner: { uid: 2 ** 32 - 1, gid: 0 } }],
    ['an option', { options: 'suid' }],
    ['identity without a time', { identity: { dev: '1', ino: '1', size: '1', mtime: '1' } }],
  ])('mount with %s is refused', async (_, change) => {
    const answer = await callHelper(box, { ...(await mountRequest(image)), ...change });
    expect(answer).toMatchObject({ ok: false, code: 'request' });
  });

  test('only a plain file of the caller, that is an image and is the one that was checked', async () => {
    const at = (name: string) => join(box.folder, name);
    await writeFile(at('text'), 'x'.repeat(200));
    await copyFile(image, at('foreign'));
    await chown(at('text'), TESTER, TESTER);
    await chown(at('foreign'), STRANGER, STRANGER);
    await mkdir(at('folder'));
    await box.sh(
      `mkfifo ${at('pipe')}; ln -s ${image} ${at('link')}; mknod ${at('device')} b 7 0; chmod 600 ${at('device')}`,
    );
    const began = performance.now();
    for (const name of ['text', 'foreign', 'folder', 'pipe', 'link', 'device', 'nothing']) {
      const { identity } = await mountRequest(name === 'nothing' ? image : at(name));
      const answer = await callHelper(box, { ...(await mountRequest(image)), image: at(name), identity });
      expect(answer, name).toMatchObject({ ok: false, code: 'image' });
    }
    expect(performance.now() - began).toBeLessThan(60_000);
    const request = await mountRequest(image);
    await writeFile(image, 'hsqs', { flag: 'r+' });
    expect(await callHelper(box, request)).toMatchObject({ ok: false, code: 'changed' });
    const next = await mountRequest(image);
    await copyFile(image, at('other'));
    await chown(at('other'), TESTER, TESTER);
    await rename(at('other'), image);
    expect(await callHelper(box, next)).toMatchObject({ ok: false, code: 'changed' });
  });

  test("a file that only root may read is not opened with root's rights", async () => {
    await mkdir(join(box.folder, 'closed'), { mode: 0o700 });
    const hidden = join(box.folder, 'closed', 'image');
    await copyFile(image, hidden);
    const request = await mountRequest(hidden);
    expect(await callHelper(box, request)).toMatchObject({
      ok: false,
      code: 'image',
      message: expect.stringMatching(/denied/),
    });
  });

  test('a layer that is a link, or is not there, is refused, and nothing stays', async () => {
    const answer = await callHelper(box, {
      ...(await mountRequest(image)),
      layers: ['44444444-4444-4444-8444-444444444444'],
    });
    expect(answer).toMatchObject({ ok: false, code: 'image' });
    expect(await callHelper(box, { verb: 'list' })).toEqual({ ok: true, mounts: [] });
    expect(await box.mounted()).toEqual([]);
  });
});

describe.skipIf(problem)(`a mount [${problem ?? 'runs'}]`, () => {
  test("is one person's alone, and nothing in it acts as another user", async () => {
    const { id, path } = await mountOk();
    expect(path).toBe(`/run/sigma-shell/${TESTER}/${id}`);
    const { stdout } = await box.sh(`grep -E "sigma-shell" /proc/self/mountinfo | grep -v /usr/libexec`);
    const lines = stdout.trim().split('\n');
    expect(lines.length).toBe(3);
    for (const line of lines) expect(line.split(' ')[5]).toMatch(/nosuid,nodev/);
    expect(stdout).toContain('redirect_dir=nofollow');
    expect(
      await box.sh(`touch ${path}/mine && stat -c %u ${path}/mine ${path}/change.txt`, { uid: TESTER }),
    ).toMatchObject({
      stdout: `${TESTER}\n${TESTER}\n`,
    });
    for (const script of [`ls ${path}`, `ls /run/sigma-shell/${TESTER}`, `ls /var/lib/sigma-shell`]) {
      expect(await box.sh(script, { uid: STRANGER })).toMatchObject({ code: 2, stdout: '' });
    }
    const inside = [
      `touch /run/sigma-shell/${TESTER}/x`,
      `rmdir ${path}`,
      `mv ${path} ${path}x`,
      'ls /var/lib/sigma-shell',
    ];
    for (const script of inside) expect((await box.sh(script, { uid: TESTER })).code).not.toBe(0);
    expect(await callHelper(box, { verb: 'list' })).toMatchObject({
      mounts: [{ id, path, image, layers: [...LAYER_UUIDS], phase: 'mounted', isMounted: true, hasChanges: true }],
    });
    expect(await callHelper(box, { verb: 'list' }, { uid: STRANGER })).toEqual({ ok: true, mounts: [] });
  });

  test('goes when its owner wants it, with its changes only if they may go', async () => {
    const { id, path } = await mountOk();
    const umount = (discard: boolean, uid = TESTER) => callHelper(box, { verb: 'umount', id, discard }, { uid });
    expect(await umount(true, STRANGER)).toMatchObject({ ok: false, code: 'unknown' });
    await box.sh(`rm ${path}/change.txt && ln -s / ${path}/trap`, { uid: TESTER });
    expect(await umount(false)).toMatchObject({ ok: false, code: 'unsaved' });
    expect((await box.sh(`ls ${path}`, { uid: TESTER })).stdout).toContain('run.sh');
    const { stdout: pid } = await box.sh(`cd ${path} && sleep 60 >/dev/null 2>&1 & echo $!`, { uid: TESTER });
    await box.sh(`while [ "$(readlink /proc/${pid.trim()}/cwd)" != ${path} ]; do sleep 0.05; done`);
    expect(await umount(true)).toMatchObject({ ok: false, code: 'busy' });
    await box.sh(`kill -9 ${pid.trim()}; while readlink /proc/${pid.trim()}/cwd >/dev/null; do sleep 0.05; done`);
    expect(await umount(true)).toEqual({ ok: true, id });
    expect(await umount(true)).toMatchObject({ ok: false, code: 'unknown' });
    expect(
      (await box.sh(`find /var/lib/sigma-shell/${TESTER} /run/sigma-shell/${TESTER}`)).stdout.split('\n').length,
    ).toBe(4);
    expect(await box.sh('ls /usr/bin/env')).toMatchObject({ code: 0 });
  });

  test('two requests at once are done one after the other', async () => {
    const request = await mountRequest(image);
    const answers = await Promise.all([1, 2, 3, 4].map(() => callHelper(box, request)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(4);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  });

  test.each([
    ['the place of all', '/run/sigma-shell'],
    ["the caller's place", `/run/sigma-shell/${TESTER}`],
    ['the state of all', '/var/lib/sigma-shell'],
    ["the caller's state", `/var/lib/sigma-shell/${TESTER}`],
  ])('is not made where %s is a link, or is writable for others', async (_, place) => {
    await callHelper(box, { verb: 'list' });
    const request = await mountRequest(image);
    await box.sh(`mkdir -p ${box.folder}/else && mv ${place} ${place}.away && ln -s ${box.folder}/else ${place}`);
    expect(await callHelper(box, request)).toMatchObject({ ok: false, code: 'place' });
    await box.sh(`rm ${place} && mkdir -m 777 ${place}`);
    expect(await callHelper(box, request)).toMatchObject({ ok: false, code: 'place' });
    await box.sh(`rm -rf ${place} && mv ${place}.away ${place}`);
    expect((await box.sh(`find ${box.folder}/else`)).stdout.trim()).toBe(`${box.folder}/else`);
  });

  test("what the caller's environment, folder, limits and files say is not heard", async () => {
    const request = await mountRequest(image);
    const under = ['/bin/sh', '-c', 'ulimit -S -f 0; ulimit -S -t 1; umask 000; cd /tmp; exec "$@" 5>/dev/null', 'sh'];
    const variables = {
      PYTHONPATH: '/tmp',
      PATH: '/tmp',
      LD_PRELOAD: '',
      LIBMOUNT_FSTAB: '/tmp/x',
      LOOPDEV_DEBUG: 'all',
    };
    const answer = await callHelper(box, request, { under, variables });
    expect(answer).toMatchObject({ ok: true });
    const hard = ['/bin/sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'];
    const full = await callHelper(box, request, { under: hard });
    if (!full.ok) expect(await callHelper(box, { verb: 'list' })).toMatchObject({ mounts: [{ id: answer.id }] });
    expect((await box.sh(`stat -c %a /var/lib/sigma-shell/${TESTER}/${answer.id}`)).stdout).toBe('700\n');
  });
});
