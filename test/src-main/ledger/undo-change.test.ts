import { readFileSync, writeFileSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settleChanges } from '#ledger';
import { SESSION, setUp } from './undo-box.ts';

describe('undo puts back', () => {
  test('nothing, where a file was created', async () => {
    await using world = await setUp();
    const path = world.inside('new.txt');
    const event = await world.change(path, () => writeFile(path, 'hello'));
    await world.undo(event);
    await expect(lstat(path)).rejects.toThrow('ENOENT');
  });

  test('the bytes and the permissions of a file that was modified', async () => {
    await using world = await setUp();
    const path = world.inside('a.sh');
    const old = Buffer.from([0, 255, 10, 13, 10, 200]);
    await writeFile(path, old);
    await chmod(path, 0o751);
    const event = await world.change(path, async () => {
      await writeFile(path, 'other');
      await chmod(path, 0o600);
    });
    await world.undo(event);
    expect(await readFile(path)).toEqual(old);
    expect((await stat(path)).mode & 0o7777).toBe(0o751);
    expect(await readdir(world.inside('.'))).toEqual(['a.sh']);
  });

  test('permissions alone, without writing the file anew', async () => {
    await using world = await setUp();
    const path = world.inside('a.sh');
    await writeFile(path, 'x');
    await chmod(path, 0o700);
    const { ino } = await stat(path);
    await world.undo(await world.change(path, () => chmod(path, 0o644)));
    expect((await stat(path)).mode & 0o7777).toBe(0o700);
    expect((await stat(path)).ino).toBe(ino);
  });

  test('a deleted file, with the folders that went with it', async () => {
    await using world = await setUp();
    const path = world.inside('deep/er/a.txt');
    await mkdir(world.inside('deep/er'), { recursive: true });
    await writeFile(path, 'kept');
    await chmod(path, 0o640);
    const event = await world.change(path, () => rm(world.inside('deep'), { recursive: true }));
    await world.undo(event);
    expect(await readFile(path, 'utf8')).toBe('kept');
    expect((await stat(path)).mode & 0o7777).toBe(0o640);
  });

  test('a link as a link, and never follows it', async () => {
    await using world = await setUp();
    const target = world.inside('target.txt');
    const link = world.inside('link');
    await writeFile(target, 'untouched');
    await symlink('target.txt', link);
    const event = await world.change(link, async () => {
      await unlink(link);
      await writeFile(link, 'a file now');
    });
    await world.undo(event);
    expect(await readlink(link)).toBe('target.txt');
    const removal = await world.change(link, () => unlink(link));
    await world.undo(removal);
    expect(await readlink(link)).toBe('target.txt');
    expect(await readFile(target, 'utf8')).toBe('untouched');
  });

  test('a file where a link to another file was put', async () => {
    await using world = await setUp();
    const path = world.inside('a.txt');
    const other = world.inside('other.txt');
    await writeFile(path, 'mine');
    await writeFile(other, 'untouched');
    const event = await world.change(path, async () => {
      await unlink(path);
      await symlink(other, path);
    });
    await world.undo(event);
    expect((await lstat(path)).isFile()).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('mine');
    expect(await readFile(other, 'utf8')).toBe('untouched');
  });

  test('folders: made, removed, and replaced by a file', async () => {
    await using world = await setUp();
    const folder = world.inside('folder');
    await world.undo(await world.change(folder, () => mkdir(folder)));
    await expect(lstat(folder)).rejects.toThrow('ENOENT');

    await mkdir(folder);
    await chmod(folder, 0o750);
    await world.undo(await world.change(folder, () => rmdir(folder)));
    expect((await stat(folder)).mode & 0o7777).toBe(0o750);

    const replaced = await world.change(folder, async () => {
      await rmdir(folder);
      await writeFile(folder, 'file');
    });
    await world.undo(replaced);
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  test('a whole deleted tree, in whatever order its changes are undone', async () => {
    await using world = await setUp();
    const folder = world.inside('tree');
    const file = join(folder, 'a.txt');
    await mkdir(folder);
    await chmod(folder, 0o711);
    await writeFile(file, 'a');
    const fileEvent = await world.change(file, () => unlink(file));
    const folderEvent = await world.change(folder, () => rmdir(folder));
    await world.undo(fileEvent);
    await world.undo(folderEvent);
    expect(await readFile(file, 'utf8')).toBe('a');
    expect((await stat(folder)).mode & 0o7777).toBe(0o711);
  });
});

describe('the record of an undo', () => {
  test('links to the change, and can itself be undone', async () => {
    await using world = await setUp();
    const path = world.inside('a.txt');
    await writeFile(path, 'old');
    const change = await world.change(path, () => writeFile(path, 'new'));
    const undone = await world.undo(change);

    const [, back, last] = await world.events();
    expect(back).toMatchObject({
      type: 'file.changed',
      cause: change,
      data: { origin: 'undo', change: 'modified', path },
    });
    expect(last).toEqual(undone);
    expect(undone).toMatchObject({ type: 'change.undone', cause: back?.id, data: { change, path, forced: false } });

    await world.undo(back?.id ?? '');
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  test('is on disk before the file is written', async () => {
    await using world = await setUp();
    const path = world.inside('a.txt');
    await writeFile(path, 'old');
    const change = await world.change(path, () => writeFile(path, 'new'));
    const seen: string[] = [];
    world.ledger.onAppended((event) => {
      if (event.type === 'file.changed') seen.push(readFileSync(path, 'utf8'));
    });
    await world.undo(change);
    expect(seen).toEqual(['new']);
  });
});

test('what the box takes back is on the record as by the box, the file as well', async () => {
  await using world = await setUp();
  const path = world.inside('config');
  const change = await world.change(path, () => writeFile(path, 'new'));
  const byBox = { [path]: 'git runs what it names' };
  await settleChanges(world.ledger, { session: SESSION, events: [change], direction: 'undo', byBox });
  const [, back, undone] = await world.events();
  expect(back).toMatchObject({ type: 'file.changed', data: { origin: 'undo', byBox: byBox[path] } });
  expect(undone).toMatchObject({ type: 'change.undone', data: { byBox: byBox[path] } });
});

test('an undo that fails after it was recorded is set right on the ledger', async () => {
  await using world = await setUp();
  const folder = world.inside('folder');
  const change = await world.change(folder, () => mkdir(folder));
  world.ledger.onAppended((event) => {
    if (event.data.origin === 'undo') writeFileSync(join(folder, 'just-in-time'), 'precious');
  });
  await expect(world.undo(change)).rejects.toMatchObject({ code: 'CONFLICT' });

  const [, recorded, error, undone, ...more] = await world.events();
  expect(recorded).toMatchObject({ type: 'file.changed', data: { origin: 'undo', change: 'deleted' } });
  expect(error).toMatchObject({ type: 'error.raised', cause: recorded?.id, data: { where: folder } });
  expect(undone).toMatchObject({
    type: 'change.undone',
    cause: recorded?.id,
    data: { change: recorded?.id, hasFailed: true },
  });
  expect(more).toEqual([]);
  expect(await readdir(folder)).toEqual(['just-in-time']);
});
