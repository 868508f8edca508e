import { readlinkSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskNow, leadsTo } from '../../../src-main/approvals/disk.ts';

let root = '';

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'sigma-disk-')));
  await mkdir(join(root, 'a/b'), { recursive: true });
  await writeFile(join(root, 'a/file'), '');
  await symlink('a/b', join(root, 'link'));
  await symlink('../..', join(root, 'a/b/up'));
  await symlink('nothing', join(root, 'broken'));
  await symlink('round', join(root, 'round'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const orUndefined = (look: () => string) => {
  try {
    return look();
  } catch {
    return undefined;
  }
};
const native = (path: string) => orUndefined(() => realpathSync.native(path));
const nativeLink = (path: string) => orUndefined(() => readlinkSync(path));

describe('a path leads where the kernel says, and is the link that it says', () => {
  test.each(
    [
      '',
      '/',
      '//',
      '/.',
      '/..',
      '/a',
      '/a/',
      '/a//b',
      '/a/./b/..',
      '/a/file',
      '/a/file/',
      '/a/file/..',
      '/a/file/.',
      '/a/file/x',
      '/link',
      '/link/',
      '/link/..',
      '/link/../file',
      '/link/up/link/up/a',
      '/a/b/up/a/../link/..',
      '/broken',
      '/broken/',
      '/broken/x',
      '/broken/..',
      '/link/up',
      '/link/up/broken',
      '/link/up/round',
      '/missing/../broken',
      '/round',
      '/round/x',
      '/missing',
      '/missing/..',
      '/a/../../..',
      `/${'a/../'.repeat(900)}a`,
      `/${'x'.repeat(300)}`,
      '/a\0b',
    ].map((path) => [path]),
  )('%j', (path) => {
    const whole = `${root}${path}`;
    expect(diskNow().realpath(whole)).toBe(native(whole));
    expect(diskNow().link?.(whole)).toBe(nativeLink(whole));
  });

  test('also of the system', () => {
    const paths = ['/', '/..', '/bin/sh', '/proc/self/cwd', '/dev/stdin', '/etc/..//etc'];
    expect(paths.map((path) => diskNow().realpath(path))).toEqual(paths.map(native));
    expect(paths.map((path) => diskNow().link?.(path))).toEqual(paths.map(nativeLink));
  });
});

test('one decision sees one text of a file, whatever becomes of it meanwhile', async () => {
  const path = join(root, 'a/text');
  await writeFile(path, 'before');
  const disk = diskNow();
  expect(disk.text(path)).toBe('before');
  await writeFile(path, 'after');
  expect([disk.text(path), diskNow().text(path)]).toEqual(['before', 'after']);
});

test('a device has no text: one like /dev/zero says that it is empty, and never ends', () => {
  expect(diskNow().text('/dev/null')).toBeUndefined();
});

test('a link to nothing leads where a file would come into being', async () => {
  const place = (path: string) => leadsTo(join(root, path)).replace(`${root}/`, '');
  await symlink('/nowhere/x', join(root, 'away'));
  await symlink('away', join(root, 'a/b/twice'));
  await symlink('../../away', join(root, 'a/b/thrice'));

  expect(place('broken')).toBe('nothing');
  expect(place('away')).toBe('/nowhere/x');
  expect(place('link/thrice')).toBe('/nowhere/x');
  expect(place('link/thrice/y')).toBe('/nowhere/x/y');
  expect(place('a/b/twice')).toBe('a/b/away');
  expect(place('missing/x')).toBe('missing/x');
  expect(place('round/x')).toBe('round/x');
});
