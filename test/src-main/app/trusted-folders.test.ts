import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TrustedFolders } from '#app/trusted-folders';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function opened(folder: string): Promise<TrustedFolders> {
  const trust = new TrustedFolders(join(folder, 'trusted.json'), silentLogger);
  await trust.load();
  return trust;
}

test('a folder is trusted from when the person says so, also after a restart, until they take it back', async () => {
  await using folder = await temporaryFolder();
  const trust = await opened(folder.path);
  let heard = 0;
  trust.onChanged(() => heard++);
  expect(trust.has(folder.path)).toBe(false);

  await trust.set(folder.path, true);
  expect(trust.has(folder.path)).toBe(true);
  expect((await opened(folder.path)).has(folder.path)).toBe(true);
  expect((await stat(join(folder.path, 'trusted.json'))).mode & 0o777).toBe(0o600);

  await trust.set(folder.path, false);
  expect((await opened(folder.path)).has(folder.path)).toBe(false);
  expect(heard).toBe(2);
});

test('trust is for the folder itself, whatever it is called, and not for what lies in it', async () => {
  await using folder = await temporaryFolder();
  const inner = join(folder.path, 'inner');
  const link = join(folder.path, 'link');
  await mkdir(inner);
  await symlink(inner, link);
  const trust = await opened(folder.path);
  await trust.set(join(link, '.'), true);
  expect(trust.has(`${inner}/`)).toBe(true);
  expect(trust.has(folder.path)).toBe(false);

  await trust.set(folder.path, true);
  await mkdir(join(folder.path, 'other'));
  expect(trust.has(join(folder.path, 'other'))).toBe(false);
});

test('two processes do not take away what the other has trusted', async () => {
  await using folder = await temporaryFolder();
  const [one, other] = [await opened(folder.path), await opened(folder.path)];
  await one.set('/somewhere/a', true);
  await other.set('/somewhere/b', true);
  const after = await opened(folder.path);
  expect([after.has('/somewhere/a'), after.has('/somewhere/b')]).toEqual([true, true]);
});

test.each([['not JSON'], ['{"v":1,"folders":"/"}'], ['{"v":2,"folders":["/"]}']])(
  'a file that says %s means that nothing is trusted, and is kept when another takes its place',
  async (text) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'trusted.json'), text);
    const trust = await opened(folder.path);
    expect(trust.has('/')).toBe(false);
    await trust.set(folder.path, true);
    expect(JSON.parse(await readFile(join(folder.path, 'trusted.json'), 'utf8'))).toEqual({
      v: 1,
      folders: [folder.path],
    });
    const [kept, ...others] = (await readdir(folder.path)).filter((name) => name !== 'trusted.json');
    expect(await readFile(join(folder.path, kept ?? ''), 'utf8')).toBe(text);
    expect(others).toEqual([]);
  },
);
