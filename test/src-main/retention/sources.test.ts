import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Branch } from '#contract';
import { AppError } from '#core/app-error';
import { temporaryNameFor } from '#core/files/temporary-name';
import type { ImageBase } from '../../../src-main/retention/ports.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { age, retentionBox } from './retention-box.ts';

/** A data folder with nothing in it but a ledger. */
async function setUp(options: Parameters<typeof retentionBox>[1] = {}) {
  const ledger = await temporaryLedger();
  const box = retentionBox(ledger, options);
  const at = (...names: string[]) => join(ledger.dataFolder, ...names);
  return {
    ledger,
    box,
    at,
    write: async (name: string, text = 'x') => {
      await mkdir(at(name, '..'), { recursive: true });
      await writeFile(at(name), text);
    },
    stays: async () => (await box.api.plan({})).stays.map(({ name, why }) => `${name}: ${why}`),
    [Symbol.asyncDispose]: async () => {
      await box[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
    },
  };
}

function branch(id: string, more: Partial<Branch> = {}): Branch {
  return {
    id,
    set: id,
    workspace: '/home/me/work',
    folder: `/x/${id}/work`,
    state: 'done',
    createdAt: 1,
    line: '',
    taken: 0,
    isDropped: false,
    isKept: false,
    changedWhileCopied: [],
    remarks: [],
    ...more,
  };
}

describe('records of sessions', () => {
  test('are offered when they were deleted, not while a branch that is not dropped is worked in by them', async () => {
    await using world = await setUp();
    for (const id of ['here', 'gone', 'of-a-branch']) {
      const session = await world.ledger.session(id);
      await session.append('session.created', { title: id, workspace: '/w', app: 'test' });
      if (id !== 'here') await world.ledger.remove(id);
    }
    world.box.branches.push(branch('b1', { session: 'of-a-branch' }));
    expect(await world.box.words()).toEqual(['session gone']);
    expect(await world.stays()).toEqual(['of-a-branch: A branch that is not dropped is worked in by it']);
    expect(await world.box.words({ olderThanDays: 1 })).toEqual([]);
  });
});

test('a deleted session is looked at alone before it is removed, however many there are', async () => {
  await using world = await setUp();
  for (const id of ['one', 'two', 'three']) {
    await (await world.ledger.session(id)).append('session.created', { title: id, workspace: '/w', app: 'test' });
    await world.ledger.remove(id);
  }
  const { id: plan, items } = await world.box.api.plan({});
  const listed = vi.spyOn(world.ledger, 'trash');
  for await (const _ of await world.box.api.sweep({ plan, items: items.map(({ id }) => id) }));
  expect(listed.mock.calls.flatMap(([id]) => id ?? []).sort()).toEqual(['one', 'three', 'two']);
  expect(await world.ledger.trash()).toEqual([]);
});

describe('branches', () => {
  test('are offered when they were dropped, not while one of the same try is not', async () => {
    await using world = await setUp();
    await world.write('branches/trash/b1/work/file');
    await world.write('branches/trash/b2/work/file');
    await world.write('branches/b3/work/file');
    world.box.branches.push(
      branch('b1', { isDropped: true }),
      branch('b2', { isDropped: true, set: 'try' }),
      branch('b3', { set: 'try' }),
    );
    expect(await world.box.words()).toEqual(['branch Branch b1 of work']);
    expect((await world.stays()).join()).toMatch(
      /^Branch b2 of work: Branch b3 of work of the same try is not dropped/,
    );
    await world.box.sweep();
    expect(world.box.erased).toEqual(['b1']);
  });

  test('of which no record tells are folders that can go, unless a deleted record tells of them', async () => {
    await using world = await setUp();
    await world.write('branches/lost/work/file');
    await world.write('branches/trash/left/base.jsonl');
    expect(await world.box.words()).toEqual(['branch Folder of the branch lost', 'branch Folder of the branch left']);
    const session = await world.ledger.session('workspace-0000');
    await session.append('branch.kept', { branch: 'lost', workspace: '/w' });
    await world.ledger.remove('workspace-0000');
    expect(await world.box.words()).toEqual(['session workspace-0000']);
    expect((await world.stays()).join()).toMatch(/The deleted record workspace-0000 tells of it/);
  });

  test('of which a record tells in lines that cannot all be read stay, unless it tells that they were erased', async () => {
    await using world = await setUp();
    await world.write('branches/lost/work/file');
    const session = await world.ledger.session('workspace-0000');
    await session.append('branch.kept', { branch: 'lost', workspace: '/w' });
    expect(await world.box.words()).toEqual([]);
    expect((await world.stays()).join()).toMatch(/The record workspace-0000 tells of it/);
    await session.append('branch.erased', { branch: 'lost', workspace: '/w' });
    expect(await world.box.words()).toEqual(['branch Folder of the branch lost']);
  });

  test('folders of which no record tells are removed, and one that is known by then stays', async () => {
    await using world = await setUp();
    await world.write('branches/lost/work/file');
    await world.write('branches/found/work/file');
    const { id: plan, items } = await world.box.api.plan({});
    world.box.branches.push(branch('found'));
    for await (const _ of await world.box.api.sweep({ plan, items: items.map(({ id }) => id) }));
    expect(await readdir(world.at('branches'))).toEqual(['found']);
  });
});

describe('what folders were opened from', () => {
  test('is offered when the folder is gone from a disk that is there, and is not open', async () => {
    await using folder = await temporaryFolder();
    const { dev } = await stat(folder.path);
    const base = (path: string, device: number | string = dev): ImageBase => {
      return { folder: path, identity: `${device}:1`, bytes: 10, writtenAt: 1 };
    };
    const bases = [
      base(folder.path),
      base(join(folder.path, 'gone')),
      base(join(folder.path, 'open')),
      base(join(folder.path, 'of-another-disk'), 'x'),
      base(join(folder.path, 'no-parent', 'either')),
      base('/mnt/drive/agent'),
    ];
    const forgotten: string[] = [];
    const images = {
      isReading: () => false,
      bases: async () => bases,
      forgetBase: async (path: string) => void forgotten.push(path),
      openFolders: async () => [join(folder.path, 'open')],
    };
    await using world = await setUp({ images });
    await world.write('open-images/damaged.json', '{');
    expect(await world.box.words()).toEqual([`base What ${join(folder.path, 'gone')} was opened from`]);
    const stays = (await world.stays()).join('\n');
    expect(stays).toMatch(/of-another-disk was opened from: The folder was on another disk/);
    expect(stays).toMatch(/either was opened from: The folder that it was in is not there either/);
    expect(stays).toMatch(/\/mnt\/drive\/agent was opened from: The folder may be on a drive/);
    await world.box.sweep();
    expect(forgotten).toEqual([join(folder.path, 'gone')]);
  });

  test('stays where it cannot be read', async () => {
    await using world = await setUp();
    await world.write('open-images/damaged.json', '{');
    expect(await world.stays()).toEqual([
      'One record of an opened image: It cannot be read, so it is not known what needs it',
    ]);
  });
});

describe('last looks at folders', () => {
  const header = (root: string) => `${JSON.stringify({ fingerprints: 1, root, snapshot: 'ab'.repeat(32) })}\n`;

  test('are offered when the folder is gone, not where it is there, open, or the file is damaged', async () => {
    await using folder = await temporaryFolder();
    const open = join(folder.path, 'open');
    await using world = await setUp({ openWorkspaces: () => [open] });
    await world.write('ledger/trees/a.fingerprints', header(folder.path));
    await world.write('ledger/trees/b.fingerprints', header(join(folder.path, 'gone')));
    await world.write('ledger/trees/c.fingerprints', header(open));
    await world.write('ledger/trees/d.fingerprints', 'damaged');
    expect(await world.box.words()).toEqual([`seen What ${join(folder.path, 'gone')} looked like last`]);
    expect((await world.stays()).join()).toMatch(/d\.fingerprints: It cannot be read/);
    await world.box.sweep();
    expect((await readdir(world.at('ledger/trees'))).sort()).toEqual([
      'a.fingerprints',
      'c.fingerprints',
      'd.fingerprints',
    ]);
  });
});

describe('layers laid out to be read', () => {
  const NAME = 'ab'.repeat(16);

  test('of an earlier run are removed, those of a run that reads images are not', async () => {
    let isReading = true;
    const images = {
      isReading: () => isReading,
      bases: async () => [],
      forgetBase: async () => {},
      openFolders: async () => [],
    };
    await using world = await setUp({ images });
    await world.write(`images-read/${NAME}/tools/a.py`);
    expect(await world.box.words()).toEqual([]);
    isReading = false;
    const { id: plan, items } = await world.box.api.plan({});
    expect(items.map(({ kind }) => kind)).toEqual(['reading']);
    isReading = true;
    for await (const _ of await world.box.api.sweep({ plan, items: items.map(({ id }) => id) }));
    expect(await readdir(world.at('images-read'))).toEqual([NAME]);
    isReading = false;
    await world.box.sweep();
    expect(await readdir(world.at('images-read'))).toEqual([]);
  });
});

describe('what crashes left half written', () => {
  test('is offered when its writer has ended', async () => {
    await using world = await setUp();
    const ours = temporaryNameFor('a.json');
    const dead = ours.replace(`-${process.pid}-`, '-999999999-');
    const elsewhere = dead.replace(/sigma-[0-9a-f]{8}/, 'sigma-00000000');
    for (const name of [ours, dead, elsewhere]) await world.write(`ledger/running/${name}`);
    const incoming = '11111111-2222-3333-4444-555555555555';
    await world.write(`ledger/content/incoming/${incoming}`);
    await world.write(`ledger/content/incoming/${incoming.replaceAll('1', '9')}`);
    await utimes(world.at('ledger/content/incoming', incoming), 1, 1);
    await mkdir(world.at('branches/.removing-0123456789ab/work'), { recursive: true });
    const found = (await world.box.words()).sort();
    expect(found).toEqual([`temporary ${dead}`, `temporary ${incoming}`, 'temporary .removing-0123456789ab'].sort());
    await world.box.sweep();
    expect((await readdir(world.at('ledger/running'))).sort()).toEqual([ours, elsewhere].sort());
    expect(await readdir(world.at('branches'))).toEqual([]);
  });
});

test('a kind of which it is not known what can go keeps nothing of the others', async () => {
  await using ledger = await temporaryLedger();
  await (await ledger.session('gone')).append('session.created', { title: 'Gone', workspace: '/w', app: 'test' });
  await ledger.remove('gone');
  await ledger.content.keep(Buffer.from('loose'));
  age(ledger.content.folder);
  const problem = 'The list of branches cannot be read: The disk is gone';
  const list = () => Promise.reject(new AppError('UNAVAILABLE', problem));
  await using box = retentionBox(ledger, { branches: { list, erase: async () => {} } });
  const { items, stays } = await box.api.plan({});
  expect(items.map(({ kind }) => kind)).toEqual(['content']);
  expect(stays).toEqual(['session', 'branch'].map((kind) => ({ kind, name: 'All of this kind', why: problem })));
});
