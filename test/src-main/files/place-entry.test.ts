import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LedgerEventData, LedgerEventType } from '#contract';
import { placeEntry } from '../../../src-main/files/take/place-entry.ts';
import type { TakenSide, WantedPath } from '../../../src-main/files/take/wanted-path.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

test('a folder stays when the file that was to replace it cannot be made', async () => {
  await using box = await takeBox();
  await mkdir(box.at('place'));
  await writeFile(box.from('place'), 'new');

  const problem = await box.take('place', file(), () => rm(box.from('place')));

  expect(problem).toMatch(/ENOENT/);
  expect((await lstat(box.at('place'))).isDirectory()).toBe(true);
  expect(await readdir(box.folder)).toEqual(['place']);
  expect(box.recorded()).toEqual(['file.changed', 'error.raised', 'change.undone']);
});

test('a folder that is not empty stays when a link was to replace it', async () => {
  await using box = await takeBox();
  await mkdir(box.at('place'));
  await symlink('elsewhere', box.from('place'));

  const problem = await box.take('place', { kind: 'symlink', mode: 0o777, target: 'elsewhere' }, () =>
    writeFile(box.at('place/late'), 'late'),
  );

  expect(problem).toMatch(/ENOTEMPTY/);
  expect(await readdir(box.folder)).toEqual(['place']);
  expect(await readFile(box.at('place/late'), 'utf8')).toBe('late');
});

test('a text that is written while the place is being taken is not replaced', async () => {
  await using box = await takeBox();
  await writeFile(box.at('place'), 'old');
  await writeFile(box.from('place'), 'new');

  const problem = await box.take('place', file(), () => writeFile(box.at('place'), 'written meanwhile'));

  expect(problem).toBe('it changed while it was being taken');
  expect(await readFile(box.at('place'), 'utf8')).toBe('written meanwhile');
  expect(await readdir(box.folder)).toEqual(['place']);
  expect(box.recorded()).toEqual(['file.changed', 'error.raised', 'change.undone']);
});

test('a file that appears while the place is being taken is neither replaced nor removed', async () => {
  await using box = await takeBox();
  await writeFile(box.at('gone'), 'old');
  await writeFile(box.from('new'), 'new');

  await box.take('gone', { kind: 'absent' }, () => writeFile(box.at('gone'), 'written meanwhile'));
  await box.take('new', file(), () => writeFile(box.at('new'), 'another'));

  expect(await readFile(box.at('gone'), 'utf8')).toBe('written meanwhile');
  expect(await readFile(box.at('new'), 'utf8')).toBe('another');
});

test('a folder above that could not be made is not recorded as one that is there', async () => {
  await using box = await takeBox();
  await writeFile(box.from('place'), 'new');

  const problem = await box.take('above/place', file(), () => writeFile(box.at('above'), 'a file by now'));

  expect(problem).toMatch(/EEXIST/);
  expect(box.recorded()).toEqual(['file.changed', 'error.raised', 'change.undone']);
});

test('a folder above has the permissions that are recorded of it, whatever the umask', async () => {
  await using box = await takeBox();
  await mkdir(box.from('above'));
  await writeFile(box.from('above/place'), 'new');
  const umask = process.umask(0o077);
  try {
    expect(await box.take('above/place', file())).toBeUndefined();
  } finally {
    process.umask(umask);
  }
  expect((await lstat(box.at('above'))).mode & 0o777).toBe(0o755);
});

test('permissions that could not be taken are not recorded as taken', async () => {
  await using box = await takeBox();
  await writeFile(box.at('place'), 'new');
  await writeFile(box.from('place'), 'new');
  await chmod(box.from('place'), 0o755);

  const problem = await box.take('place', { ...file(), mode: 0o755 }, () => rm(box.from('place')));

  expect(problem).toMatch(/ENOENT/);
  expect((await lstat(box.at('place'))).mode & 0o777).toBe(0o644);
  expect(box.recorded()).toEqual(['file.changed', 'error.raised', 'change.undone']);
});

test('permissions alone are not given to what came in the place of the file', async () => {
  await using box = await takeBox();
  await writeFile(box.at('other'), 'another');
  await writeFile(box.at('place'), 'mine');
  const modeAlone = async (meanwhile?: () => Promise<void>) =>
    await box.take('place', { ...file(), mode: 0o755 }, meanwhile, file());

  const problem = await modeAlone(async () => {
    await rm(box.at('place'));
    await symlink(box.at('other'), box.at('place'));
  });

  expect(problem).toBe('it changed while it was being taken');
  expect((await lstat(box.at('other'))).mode & 0o777).toBe(0o644);
  expect(box.recorded()).toEqual(['file.changed', 'error.raised', 'change.undone']);
  await rm(box.at('place'));
  await writeFile(box.at('place'), 'mine');
  expect(await modeAlone()).toBeUndefined();
  expect(await readFile(box.at('place'), 'utf8')).toBe('mine');
  expect((await lstat(box.at('place'))).mode & 0o777).toBe(0o755);
});

test('a file that changes in the branch while it is being taken is not taken as what was recorded', async () => {
  await using box = await takeBox();
  await writeFile(box.from('place'), 'new');

  const problem = await box.take('place', file(), () => writeFile(box.from('place'), 'newer'));

  expect(problem).toBe('it changed while it was being taken');
  expect(await readdir(box.folder)).toEqual([]);
  expect(box.recorded()).toEqual(['file.changed', 'error.raised', 'change.undone']);
});

test.each(['a link', 'a folder', 'the permissions of a file', 'the length of a file', 'a file that is gone'])(
  'what became another thing in the branch since it was asked about is not taken: %s',
  async (what) => {
    await using box = await takeBox();
    const wanted: Record<string, TakenSide> = {
      'a link': { kind: 'symlink', mode: 0o777, target: 'asked about' },
      'a folder': { kind: 'directory', mode: 0o755 },
      'the permissions of a file': { ...file(), mode: 0o755 },
      'the length of a file': { ...file(), size: 4000 },
      'a file that is gone': file(),
    };
    if (what === 'a link') await symlink('another by now', box.from('place'));
    else if (what === 'a folder') await mkdir(box.from('place'), { mode: 0o700 });
    else if (what !== 'a file that is gone') await writeFile(box.from('place'), 'new');

    const problem = await box.take('place', wanted[what] as TakenSide);

    expect(problem).toBe('it changed in the branch since it was asked about');
    expect(await readdir(box.folder)).toEqual([]);
    expect(box.recorded()).toEqual([]);
  },
);

test('what is to go and is in a folder that is gone, too, needs no folder', async () => {
  await using box = await takeBox();
  expect(await box.take('above/place', { kind: 'absent' })).toBeUndefined();
  expect(await readdir(box.folder)).toEqual([]);
  expect(box.recorded()).toEqual([]);
});

test('a place is taken whatever was there, and nothing else is left beside it', async () => {
  await using box = await takeBox();
  const kinds = ['none', 'file', 'directory', 'symlink'];
  for (const kind of kinds) {
    for (const wanted of ['absent', 'file', 'directory', 'symlink'] as const) {
      const name = `${kind}-${wanted}`;
      if (kind === 'file') await writeFile(box.at(name), 'old');
      if (kind === 'directory') await mkdir(box.at(name));
      if (kind === 'symlink') await symlink('old', box.at(name));
      expect(await box.take(name, await box.made(name, wanted)), name).toBeUndefined();
      const now = await lstat(box.at(name)).catch(() => undefined);
      const is = now && (now.isFile() ? 'file' : now.isDirectory() ? 'directory' : 'symlink');
      expect(is ?? 'absent', name).toBe(wanted);
      if (wanted === 'directory') expect((now?.mode ?? 0) & 0o7777, name).toBe(0o750);
    }
  }
  const names = kinds.flatMap((kind) => ['directory', 'file', 'symlink'].map((wanted) => `${kind}-${wanted}`));
  expect((await readdir(box.folder)).sort()).toEqual(names.sort());
});

const file = () => ({ kind: 'file', mode: 0o644, size: 3, read: async () => Buffer.from('new') }) as const;

/** A workspace, a copy of it, and a ledger; `meanwhile` runs when the change is recorded, before it is made. */
async function takeBox() {
  const [here, copy, ledger] = [await temporaryFolder(), await temporaryFolder(), await temporaryLedger()];
  const recorded: LedgerEventType[] = [];
  const from = (name: string) => join(copy.path, name);
  return {
    folder: here.path,
    at: (name: string) => join(here.path, name),
    from,
    recorded: () => recorded,
    take: (
      name: string,
      after: TakenSide,
      meanwhile: () => Promise<void> = async () => {},
      before: WantedPath['before'] = 'unknown',
    ) => {
      const wanted: WantedPath = { path: join(here.path, name), from: from(name), before, after };
      const record = async <T extends LedgerEventType>(type: T, _data: LedgerEventData<T>) => {
        recorded.push(type);
        if (type === 'file.changed') await meanwhile();
        return `event-${recorded.length}`;
      };
      return placeEntry(wanted, { record, callId: 'call' }, ledger.content);
    },
    made: async (name: string, kind: 'absent' | 'file' | 'directory' | 'symlink'): Promise<TakenSide> => {
      if (kind === 'file') await writeFile(from(name), 'new');
      if (kind === 'directory') await mkdir(from(name), { mode: 0o750 });
      if (kind === 'symlink') await symlink('new', from(name));
      if (kind === 'absent') return { kind };
      if (kind === 'file') return file();
      return kind === 'directory' ? { kind, mode: 0o750 } : { kind, mode: 0o777, target: 'new' };
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of [ledger, here, copy]) await one[Symbol.asyncDispose]();
    },
  };
}
