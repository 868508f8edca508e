import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readLayout } from '../../../src-main/workspaces/layout/read-layout.ts';
import { changedFiles, unchangedFiles } from '../../../src-main/workspaces/trust/compare.ts';
import { FolderHasher, isRacy } from '../../../src-main/workspaces/trust/hash-folder.ts';
import { reviewWorkspace } from '../../../src-main/workspaces/trust/review.ts';
import { TrustStore } from '../../../src-main/workspaces/trust/trust-store.ts';
import { silentLogger } from '../../support/silent-logger.ts';

const FILES = {
  'tools/greet.py': 'import aiohttp\nfrom os import path\nasync def tool(): pass\n',
  'tools/list.ts': "import { get } from 'node:https';\nexport async function tool() {}\n",
  'skills/a/SKILL.md': '---\nname: a\ndescription: b\n---\n',
  'helper.py': 'WORD = 1\n',
  'todo.txt': 'buy milk\n',
  'AGENTS.md': 'Be kind\u202e.\n',
  'notes/a.md': 'a note\n',
};

async function workspace(files: Readonly<Record<string, string>> = FILES) {
  const [path, data] = (await Promise.all(
    ['folder', 'data'].map(async (name) => await realpath(await mkdtemp(join(tmpdir(), `sigma-trust-${name}-`)))),
  )) as [string, string];
  onTestFinished(async () => {
    await Promise.all([path, data].map((one) => rm(one, { recursive: true, force: true })));
  });
  const write = async (more: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(more)) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text);
    }
  };
  await write(files);
  const hasher = new FolderHasher();
  const kept = new Map<string, Uint8Array>();
  const open = () =>
    new TrustStore({
      folder: data,
      hash: (folder) => hasher.hash(folder),
      log: silentLogger,
      content: {
        keep: async (bytes) => {
          const { createHash } = await import('node:crypto');
          const hash = createHash('sha256').update(bytes).digest('hex');
          kept.set(hash, bytes);
          return hash;
        },
        read: async (hash) => {
          const bytes = kept.get(hash);
          if (!bytes) throw new Error('not kept');
          return bytes;
        },
      },
    });
  return { path, data, write, hasher, open };
}

test('what may run binds trust; data, skills and notes do not', async () => {
  const { path, write, hasher, open } = await workspace();
  const store = open();
  const before = await hasher.hash(path);
  expect([...before.files.keys()]).toEqual(['AGENTS.md', 'helper.py', 'todo.txt', 'tools/greet.py', 'tools/list.ts']);
  const trusted = await store.trust(path, { hash: before.hash, hasNetwork: false });
  expect(changedFiles(trusted, await hasher.hash(path))).toEqual([]);

  await write({
    'notes/b.md': 'x',
    'skills/a/SKILL.md': 'changed',
    'todo.txt': 'changed',
    'new.txt': 'x',
    'new.py': 'x',
  });
  const after = await hasher.hash(path);
  expect(changedFiles(trusted, after)).toEqual([]);
  expect([...unchangedFiles(trusted, after).keys()]).toEqual([
    'AGENTS.md',
    'helper.py',
    'tools/greet.py',
    'tools/list.ts',
  ]);

  await write({ 'helper.py': 'WORD = 2\n', 'tools/more.py': 'x', 'AGENTS.md': 'Be kind.\n' });
  await rm(join(path, 'tools/list.ts'));
  expect(changedFiles(trusted, await hasher.hash(path))).toEqual([
    { file: 'AGENTS.md', change: 'changed' },
    { file: 'helper.py', change: 'changed' },
    { file: 'tools/list.ts', change: 'removed' },
    { file: 'tools/more.py', change: 'added' },
  ]);
});

test('a file whose content comes back is the trusted one again, and a link is bound by where it leads', async () => {
  const { path, write, hasher } = await workspace({ 'run.sh': 'echo 1\n', 'other.sh': 'echo 2\n' });
  await chmod(join(path, 'run.sh'), 0o755);
  await symlink('run.sh', join(path, 'link.sh'));
  const before = await hasher.hash(path);
  await write({ 'run.sh': 'echo 3\n' });
  expect((await hasher.hash(path)).hash).not.toBe(before.hash);
  await write({ 'run.sh': 'echo 1\n' });
  expect((await hasher.hash(path)).hash).toBe(before.hash);
  await rm(join(path, 'link.sh'));
  await symlink('other.sh', join(path, 'link.sh'));
  expect((await hasher.hash(path)).files.get('link.sh')).not.toBe(before.files.get('link.sh'));
});

test('trust outlives a start, is for what was looked at, and what the person edits stays trusted', async () => {
  const { path, write, hasher, open } = await workspace();
  const { hash } = await hasher.hash(path);
  await open().trust(path, { hash, hasNetwork: true });
  const store = open();
  expect(await store.get(path)).toMatchObject({ hash, hasNetwork: true });
  await write({ 'helper.py': 'WORD = 3\n' });
  await expect(store.trust(path, { hash, hasNetwork: true })).rejects.toMatchObject({ code: 'CONFLICT' });

  const now = await hasher.hash(path);
  await store.noteOwnEdit(path, 'helper.py', now.files.get('helper.py'));
  await store.noteOwnEdit(path, 'skills/a/SKILL.md', 'unbound');
  const noted = await store.get(path);
  expect(changedFiles(noted as never, now)).toEqual([]);
  expect(noted?.hash).toBe(now.hash);
  await store.restrict(path);
  expect(await open().get(path)).toBeUndefined();
});

test('trust that is taken back while it is read for the first time does not come back', async () => {
  const { path, hasher, open } = await workspace();
  await open().trust(path, { hash: (await hasher.hash(path)).hash, hasNetwork: false });
  const store = open();
  const reading = store.get(path);
  await store.restrict(path);
  await reading;
  expect(await store.get(path)).toBeUndefined();
});

test('a record that could not be read once counts when it can be', async () => {
  const { path, data, hasher, open } = await workspace();
  const { hash } = await hasher.hash(path);
  await open().trust(path, { hash, hasNetwork: false });
  const [file = ''] = await readdir(data);
  const store = open();
  await rename(join(data, file), join(data, 'aside'));
  await mkdir(join(data, file));
  expect(await store.get(path)).toBeUndefined();
  await rm(join(data, file), { recursive: true });
  await rename(join(data, 'aside'), join(data, file));
  expect(await store.get(path)).toMatchObject({ hash });
});

test('a broken record trusts nothing', async () => {
  const { path, data, hasher, open } = await workspace();
  await open().trust(path, { hash: (await hasher.hash(path)).hash, hasNetwork: false });
  const [file = ''] = await readdir(data);
  await writeFile(join(data, file), '{"v":1');
  expect(await open().get(path)).toBeUndefined();
});

test('a review says what would run and what changed, line by line', async () => {
  const { path, write, hasher, open } = await workspace();
  const store = open();
  const layout = await readLayout(path, { reservedNames: [] });
  const now = await hasher.hash(path);
  const review = await reviewWorkspace({ path, layout, now, trusted: undefined, store });
  expect(review).toMatchObject({
    hash: now.hash,
    isTrusted: false,
    wantsNetwork: true,
    languages: ['Python', 'TypeScript'],
    unlisted: 0,
  });
  expect(review.files.map(({ file, role }) => `${role} ${file}`)).toEqual([
    'tool tools/greet.py',
    'tool tools/list.ts',
    'module helper.py',
    'instructions AGENTS.md',
    'skill skills/a/SKILL.md',
    'other todo.txt',
  ]);
  expect(review.files[0]?.imports).toEqual(['aiohttp', 'os']);
  expect(review.files[1]?.imports).toEqual(['node:https']);
  expect(review.files.find(({ file }) => file === 'AGENTS.md')?.hidden).toEqual(['U+202E right-to-left override']);

  const trusted = await store.trust(path, { hash: now.hash, hasNetwork: false });
  await write({ 'helper.py': 'WORD = 2\n' });
  const changed = await reviewWorkspace({ path, layout, now: await hasher.hash(path), trusted, store });
  expect(changed).toMatchObject({ isTrusted: false, changes: [{ file: 'helper.py', change: 'changed' }] });
  expect(changed.changes[0]?.diff).toContain('-WORD = 1\n+WORD = 2\n');
});

test('a folder with too many files cannot be trusted, and says so', async () => {
  const hasher = new FolderHasher();
  expect(await hasher.hash('/proc/self/nowhere')).toMatchObject({
    hash: '',
    problem: expect.stringContaining('ENOENT'),
  });
});

test.each([
  ['was written just now', { modified: 99_000, changed: 99_000 }, true],
  ['was written just now, and says that it is old', { modified: 5, changed: 99_000 }, true],
  ['comes from the future', { modified: 200_000, changed: 5 }, true],
  ['is old', { modified: 97_000, changed: 97_900 }, false],
])('whether a file that %s may change again unseen: %j %s', (_, { modified, changed }, expected) => {
  const [mtimeNs, ctimeNs] = [BigInt(modified) * 1_000_000n, BigInt(changed) * 1_000_000n];
  expect(isRacy({ mtimeNs, ctimeNs }, 100_000)).toBe(expected);
});
