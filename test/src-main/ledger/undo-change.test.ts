import { readFileSync, writeFileSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFile, undoChange } from '#ledger';
import { arrayOf } from '../../support/array-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const SESSION = 'one';

/** A workspace in which `act` changes `path`, recorded as the tools and commands of the app do. */
async function setUp() {
  const ledger = await temporaryLedger();
  const workspace = await temporaryFolder();
  const session = await ledger.session(SESSION);
  const inside = (name: string) => join(workspace.path, name);
  return {
    ledger,
    session,
    inside,
    change: async (path: string, act: () => Promise<unknown>, maxKeptBytes = 1_000_000) => {
      const before = await describeFile(path, ledger.content, { maxKeptBytes });
      await act();
      const after = await describeFile(path, ledger.content, { maxKeptBytes });
      const change = before ? (after ? 'modified' : 'deleted') : 'created';
      return (await session.append('file.changed', { path, change, before, after, origin: 'command' })).id;
    },
    undo: (event: string, force = false) => undoChange(ledger, { session: SESSION, event, force }),
    events: () => arrayOf(session.read()),
    [Symbol.asyncDispose]: async () => {
      await ledger[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

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
  expect(undone).toMatchObject({ type: 'change.undone', cause: recorded?.id, data: { change: recorded?.id } });
  expect(more).toEqual([]);
  expect(await readdir(folder)).toEqual(['just-in-time']);
});

describe('undo refuses', () => {
  test.each([
    ['content', 'its content was changed', (path: string) => writeFile(path, 'third')],
    ['permissions', 'its permissions were 644 and are now 600', (path: string) => chmod(path, 0o600)],
    ['absence', 'it is gone', (path: string) => unlink(path)],
    [
      'kind',
      'it was a file and is now a symlink',
      async (path: string) => {
        await unlink(path);
        await symlink('/etc/hostname', path);
      },
    ],
  ])('a file that changed since in %s, and says so', async (_name, words, meddle) => {
    await using world = await setUp();
    const path = world.inside('a.txt');
    await writeFile(path, 'old');
    const change = await world.change(path, async () => {
      await writeFile(path, 'new');
      await chmod(path, 0o644);
    });
    await meddle(path);
    const events = (await world.events()).length;
    await expect(world.undo(change)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(words),
      detail: { where: path, advice: expect.any(String) },
    });
    expect(await world.events()).toHaveLength(events);
  });

  test('a file that was deleted and is there again', async () => {
    await using world = await setUp();
    const path = world.inside('a.txt');
    await writeFile(path, 'old');
    const change = await world.change(path, () => unlink(path));
    await writeFile(path, 'precious');
    await expect(world.undo(change)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  test('a second time, as it is undone already', async () => {
    await using world = await setUp();
    const path = world.inside('a.txt');
    await writeFile(path, 'old');
    const change = await world.change(path, () => writeFile(path, 'new'));
    await world.undo(change);
    await expect(world.undo(change)).rejects.toMatchObject({ message: expect.stringContaining('already') });
  });

  test('a folder with new files in it, even by force', async () => {
    await using world = await setUp();
    const folder = world.inside('folder');
    const change = await world.change(folder, () => mkdir(folder));
    await writeFile(join(folder, 'precious'), 'x');
    await expect(world.undo(change)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(world.undo(change, true)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await readFile(join(folder, 'precious'), 'utf8')).toBe('x');
  });

  test('what was not kept, with the reason', async () => {
    await using world = await setUp();
    const path = world.inside('big');
    await writeFile(path, 'x'.repeat(2000));
    const change = await world.change(path, () => writeFile(path, 'y'), 1000);
    await expect(world.undo(change, true)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('larger than 1 kB'),
    });
    expect(await readFile(path, 'utf8')).toBe('y');
  });

  test.each([
    ['small before', 'old'],
    ['not there before', undefined],
  ])(
    'a file of which it is not known whether it is as the change left it: too large to keep, and %s',
    async (_, old) => {
      await using world = await setUp();
      const path = world.inside('big');
      if (old !== undefined) await writeFile(path, old);
      const change = await world.change(path, () => writeFile(path, 'x'.repeat(2000)), 1000);
      const newer = `${'x'.repeat(1990)}my own work`.slice(-2000);
      await writeFile(path, newer);

      await expect(world.undo(change)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('larger than 1 kB'),
      });
      expect(await readFile(path, 'utf8')).toBe(newer);

      await world.undo(change, true);
      expect(await readFile(path, 'utf8').catch(() => undefined)).toBe(old);
    },
  );

  test('bytes that are damaged or gone from the content store', async () => {
    await using world = await setUp();
    const path = world.inside('a.txt');
    await writeFile(path, 'old');
    const change = await world.change(path, () => writeFile(path, 'new'));
    const hash = await world.ledger.content.keep(Buffer.from('old'));
    const kept = join(world.ledger.folder, 'content', hash.slice(0, 2), hash);
    await writeFile(kept, 'odd');
    await expect(world.undo(change)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('damaged'),
    });
    await unlink(kept);
    await expect(world.undo(change)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  test('a folder on the way that has become a link', async () => {
    await using world = await setUp();
    const path = world.inside('src/a.txt');
    await mkdir(world.inside('src'));
    await mkdir(world.inside('elsewhere'));
    await writeFile(path, 'old');
    const change = await world.change(path, () => unlink(path));
    await rename(world.inside('src'), world.inside('moved'));
    await symlink('elsewhere', world.inside('src'));
    await expect(world.undo(change, true)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('link'),
    });
    expect(await readdir(world.inside('elsewhere'))).toEqual([]);
  });

  test('a file whose folder has become a file, and says what to undo first', async () => {
    await using world = await setUp();
    const path = world.inside('src/a.txt');
    await mkdir(world.inside('src'));
    await writeFile(path, 'old');
    const change = await world.change(path, () => rm(world.inside('src'), { recursive: true }));
    await writeFile(world.inside('src'), 'a file now');
    await expect(world.undo(change, true)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('is no folder any more'),
      detail: { advice: `Undo the change of ${world.inside('src')} first` },
    });
    expect(await readFile(world.inside('src'), 'utf8')).toBe('a file now');
  });

  test('what is no change, or no session', async () => {
    await using world = await setUp();
    const message = await world.session.append('message.user', { text: 'x' });
    await expect(world.undo(message.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.undo('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(undoChange(world.ledger, { session: 'other', event: message.id, force: false })).rejects.toMatchObject(
      { code: 'NOT_FOUND' },
    );
    expect(await world.ledger.sessions()).toEqual([SESSION]);
  });
});

test('a change that another command may have made is put back only when that is asked for all the same', async () => {
  await using world = await setUp();
  const path = world.inside('a.txt');
  await writeFile(path, 'old');
  const before = await describeFile(path, world.ledger.content);
  await writeFile(path, 'new');
  const after = await describeFile(path, world.ledger.content);
  const shared = 'Made while another command ran in this workspace: npm test';
  const data = { path, change: 'modified', before, after, origin: 'command', shared } as const;
  const { id } = await world.session.append('file.changed', data);

  await expect(world.undo(id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('npm test'),
  });
  expect(await readFile(path, 'utf8')).toBe('new');
  await world.undo(id, true);
  expect(await readFile(path, 'utf8')).toBe('old');
});

describe('undo by force', () => {
  test('keeps the present bytes first, so that nothing is lost', async () => {
    await using world = await setUp();
    const path = world.inside('a.txt');
    await writeFile(path, 'old');
    const change = await world.change(path, () => writeFile(path, 'new'));
    await writeFile(path, 'precious');
    const undone = await world.undo(change, true);

    expect(undone.data).toMatchObject({ forced: true });
    expect(await readFile(path, 'utf8')).toBe('old');
    const back = (await world.events()).find((event) => event.data.origin === 'undo');
    await world.undo(back?.id ?? '');
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  test('brings a file back that is gone', async () => {
    await using world = await setUp();
    const path = world.inside('a.txt');
    await writeFile(path, 'old');
    const change = await world.change(path, () => writeFile(path, 'new'));
    await unlink(path);
    await world.undo(change, true);
    expect(await readFile(path, 'utf8')).toBe('old');
  });
});
