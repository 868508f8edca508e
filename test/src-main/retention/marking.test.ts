import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Marking } from '../../../src-main/retention/content/marking.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const isRoot = process.getuid?.() === 0;

async function setUp() {
  const ledger = await temporaryLedger();
  const keep = (text: string) => ledger.content.keep(Buffer.from(text));
  const write = async (name: string, text: string) => {
    await mkdir(join(ledger.dataFolder, name, '..'), { recursive: true });
    await writeFile(join(ledger.dataFolder, name), text);
  };
  const mark = async (isLeftOut?: (name: string) => boolean) => {
    const { signal } = new AbortController();
    const marking = new Marking({ dataFolder: ledger.dataFolder, contentFolder: ledger.content.folder, signal });
    await marking.markFiles(isLeftOut);
    return marking;
  };
  return { ledger, keep, write, mark, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() };
}

describe('kept bytes are needed', () => {
  test.each([
    'ledger/sessions/a.jsonl',
    'ledger/trash/b.jsonl',
    'ledger/undoing/c.json',
    'ledger/running/d.json',
    'ledger/trees/e.fingerprints',
    'prompts/versions/f.jsonl',
    'workspace-trust/g.json',
    'branches/bases.jsonl',
    'branches/abc/base.jsonl',
    'branches/trash/abc/base.jsonl',
    'a-folder-of-a-later-version/h.bin',
    'some-file',
    'logs/app.log',
  ])('where %s refers to them', async (name) => {
    await using world = await setUp();
    const hash = await world.keep('needed');
    await world.write(name, `{"x":"${hash}`);
    const { marked, problems } = await world.mark();
    expect({ isMarked: marked.has(hash), problems }).toEqual({ isMarked: true, problems: [] });
  });

  test.each(['ledger/sessions', 'ledger/sessions/a.jsonl'])(
    'where %s was moved elsewhere and is a link',
    async (name) => {
      await using world = await setUp();
      await using elsewhere = await temporaryFolder();
      const hash = await world.keep('needed');
      await world.write('ledger/sessions/a.jsonl', `"${hash}"`);
      const [from, to] = [join(world.ledger.dataFolder, name), join(elsewhere.path, 'moved')];
      await rename(from, to);
      await symlink(to, from);
      // A circle is not followed for ever.
      if (name === 'ledger/sessions') await symlink(to, join(to, 'round'));
      const { marked, problems } = await world.mark();
      expect({ isMarked: marked.has(hash), problems }).toEqual({ isMarked: true, problems: [] });
      await rename(to, `${to}-away`);
      expect((await world.mark()).problems).toEqual([expect.stringContaining(`${name} cannot be read`)]);
    },
  );

  test('where a link that counts leads to the same file as links that are not read', async () => {
    await using world = await setUp();
    await using elsewhere = await temporaryFolder();
    const [hash, moved] = [await world.keep('needed'), join(elsewhere.path, 'moved')];
    await writeFile(moved, `"${hash}"`);
    const branches = join(world.ledger.dataFolder, 'branches');
    await mkdir(join(branches, 'abc'), { recursive: true });
    for (const name of ['note', 'abc/a', 'abc/base.jsonl', 'abc/z']) await symlink(moved, join(branches, name));
    await symlink(join(elsewhere.path, 'nothing'), join(branches, 'abc/lost'));
    const { marked, problems } = await world.mark();
    expect({ isMarked: marked.has(hash), problems }).toEqual({ isMarked: true, problems: [] });
  });

  test('where a tree that is needed refers to them, at any depth', async () => {
    await using world = await setUp();
    const file = await world.keep('bytes of a file');
    const below = await world.keep(`{"folder":1}\n{"name":"a","hash":"${file}"}\n`);
    const top = await world.keep(`{"folder":1}\n{"name":"b","record":"${below}"}\n`);
    const snapshot = await world.keep(`{"snapshot":1,"root":"/w","top":"${top}","notWatched":[]}\n`);
    await world.write('ledger/sessions/a.jsonl', `{"type":"point.taken","data":{"snapshot":"${snapshot}"}}\n`);
    const { marked } = await world.mark();
    expect([file, below, top, snapshot].filter((hash) => !marked.has(hash))).toEqual([]);
  });

  test('but not for bytes of a person that name them, nor for what lies in branches and links', async () => {
    await using world = await setUp();
    const hash = await world.keep('loose');
    const text = await world.keep(`a text about ${hash}`);
    await world.write('ledger/sessions/a.jsonl', `"${text}"`);
    await world.write('browser/file', hash);
    await world.write('branches/abc/work/file', hash);
    await symlink(join(world.ledger.dataFolder, 'browser'), join(world.ledger.dataFolder, 'link'));
    const { marked } = await world.mark();
    expect({ text: marked.has(text), hash: marked.has(hash) }).toEqual({ text: true, hash: false });
  });

  test('unless the record does not count, until it does', async () => {
    await using world = await setUp();
    const hash = await world.keep('of a deleted session');
    await world.write('ledger/trash/gone.jsonl', `"${hash}"`);
    const marking = await world.mark((name) => name === 'ledger/trash/gone.jsonl');
    expect(marking.marked.has(hash)).toBe(false);
    await marking.markFiles();
    expect(marking.marked.has(hash)).toBe(true);
  });

  test.skipIf(isRoot)('perhaps, where a record or a folder cannot be read', async () => {
    await using world = await setUp();
    await world.write('ledger/sessions/a.jsonl', 'x');
    await chmod(join(world.ledger.folder, 'sessions/a.jsonl'), 0o000);
    expect((await world.mark()).problems.join()).toMatch(/^ledger\/sessions\/a\.jsonl cannot be read/);
  });

  test('perhaps, where kept bytes that are needed cannot be read', async () => {
    await using world = await setUp();
    const hash = 'ab'.repeat(32);
    await mkdir(join(world.ledger.content.folder, 'ab', hash), { recursive: true });
    await world.write('ledger/sessions/a.jsonl', `"${hash}"`);
    expect((await world.mark()).problems.join()).toMatch(/the kept bytes abab.* cannot be read/);
  });
});
