import { chmod, mkdir, readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFile, undoChange } from '#ledger';
import { SESSION, setUp } from './undo-box.ts';

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
