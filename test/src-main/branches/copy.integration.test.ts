import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathToBytes } from '#core/files/path-bytes';
import { copyFolder } from '#process/copy-folder';
import { canMount, mountedFolder } from '../../support/mounted-folder.ts';
import { treePicture } from '../../support/tree-picture.ts';
import { branchBox } from './branch-box.ts';

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });

test('a branch has everything of its workspace: modes, times, links, several names of one file, odd names', async () => {
  await using box = await branchBox();
  await mkdir(box.at('src/empty'), { recursive: true });
  await writeFile(box.at('src/a.txt'), 'one\n');
  await chmod(box.at('src/a.txt'), 0o750);
  await utimes(box.at('src/a.txt'), 1000, 2000.5);
  await link(box.at('src/a.txt'), box.at('src/again.txt'));
  await symlink('a.txt', box.at('src/link'));
  await writeFile(pathToBytes(box.at('odd,:\n\udcff')), 'odd');
  const branch = await box.api.create({ workspace: box.workspace });

  expect(branch).toMatchObject({ state: 'ready', changedWhileCopied: [], remarks: [], isKept: false });
  expect(treePicture(branch.folder)).toEqual(treePicture(box.workspace));
  expect(await box.api.compare({ branches: [branch.id] })).toEqual({ branches: [branch.id], paths: [], left: 0 });
  expect((await box.events('branch.created'))[0]?.data).toMatchObject({ branch: branch.id, workspace: box.workspace });
});

test('the branch of a repository is one of its own, also where the workspace is a linked working tree', async () => {
  await using box = await branchBox();
  const main = join(box.root, 'main');
  await mkdir(main);
  git(main, 'init', '-q');
  await writeFile(join(main, 'a.txt'), 'one\n');
  git(main, 'add', '.');
  git(main, 'commit', '-qm', 'first');
  execFileSync('rmdir', [box.workspace]);
  git(main, 'worktree', 'add', '-q', '-b', 'side', box.workspace);
  const before = git(main, 'rev-parse', 'side').trim();
  const branch = await box.api.create({ workspace: box.workspace });

  expect(git(branch.folder, 'rev-parse', '--show-toplevel').trim()).toBe(branch.folder);
  expect(git(branch.folder, 'status', '--porcelain')).toBe('');
  await writeFile(join(branch.folder, 'b.txt'), 'two\n');
  git(branch.folder, 'add', '.');
  git(branch.folder, 'commit', '-qm', 'second');

  expect(git(branch.folder, 'log', '--oneline').trim().split('\n')).toHaveLength(2);
  expect(git(main, 'rev-parse', 'side').trim()).toBe(before);
  expect(git(box.workspace, 'status', '--porcelain')).toBe('');
  const { paths } = await box.api.compare({ branches: [branch.id] });
  expect(paths.map(({ path }) => path)).toEqual(['b.txt']);
});

test('what changes while it is copied is named, and what could not be copied is remarked', async () => {
  await using box = await branchBox();
  await writeFile(box.at('still.txt'), 'still');
  execFileSync('mkfifo', [box.at('pipe')]);
  await symlink(box.at('still.txt'), box.at('back'));
  let count = 0;
  const timer = setInterval(() => void writeFile(box.at('busy.txt'), String(count++)), 1);
  await writeFile(box.at('busy.txt'), 'busy');
  const branch = await box.api.create({ workspace: box.workspace }).finally(() => clearInterval(timer));

  expect(branch.changedWhileCopied).toEqual(['busy.txt']);
  expect(branch.remarks).toEqual([
    'pipe is a pipe, a socket or a device, and is not in the branch',
    'back is a link that leads back into work itself',
  ]);
});

test.skipIf(!canMount('ext4'))('a disk that is full is found after whatever else could not be copied', async () => {
  await using box = await branchBox();
  using disk = mountedFolder('ext4', 16);
  // Its copies have paths that are too long, so that the messages about them are long.
  const deep = `for at in $(seq 20); do mkdir ${'d'.repeat(200)}; cd ${'d'.repeat(200)}; done`;
  const make = (name: string) => `(mkdir ${name}; cd ${name}; ${deep})`;
  const script = `${make('first')}; mkdir big; head -c 40000000 /dev/urandom > big/large; ${make('last')}`;
  execFileSync('bash', ['-c', script], { cwd: box.workspace });

  const copied = await copyFolder(box.workspace, join(disk.path, 'copy'.repeat(60)), { method: 'copy' });

  expect(copied).toMatchObject({ isFull: true, problem: expect.stringContaining('No space left on device') });
});

test('a folder that has the app’s own data in it is not branched, and nothing of it is left', async () => {
  await using box = await branchBox();

  await expect(box.api.create({ workspace: box.root })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: `${box.root} cannot be branched: Sigma Shell keeps its own data in it`,
  });
  expect((await box.events('branch.ended')).map(({ data }) => data)).toMatchObject([{ state: 'failed' }]);
});

test('a dropped branch is in the trash, can be restored, and is erased for good', async () => {
  await using box = await branchBox();
  await writeFile(box.at('a.txt'), 'one\n');
  const { id, folder } = await box.api.create({ workspace: box.workspace });
  await writeFile(join(folder, 'a.txt'), 'two\n');
  await box.api.drop({ branch: id });

  await expect(readFile(join(folder, 'a.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await box.api.compare({ branches: [id] })).paths).toHaveLength(1);
  await box.api.restore({ branch: id });
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('two\n');

  await expect(box.api.erase({ branch: id })).rejects.toMatchObject({ code: 'CONFLICT' });
  await box.api.drop({ branch: id });
  await box.api.erase({ branch: id });
  await expect(box.api.compare({ branches: [id] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a branch that cannot be moved to the trash is not dropped, and stays as it was', async () => {
  await using box = await branchBox();
  await writeFile(box.at('a.txt'), 'one\n');
  const { id, folder } = await box.api.create({ workspace: box.workspace });
  await writeFile(join(folder, 'a.txt'), 'two\n');
  await box.api.keep({ branch: id });
  const trash = join(box.dataFolder, 'branches', 'trash');
  await writeFile(trash, 'in its place');

  await expect(box.api.drop({ branch: id })).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect((await box.api.compare({ branches: [id] })).paths).toMatchObject([{ path: 'a.txt' }]);
  await expect(box.api.erase({ branch: id })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await box.events('branch.kept')).toHaveLength(2);
  await rm(trash);
  await box.api.drop({ branch: id });
  await box.api.restore({ branch: id });
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('two\n');
});

test('a branch that cannot be moved back is not restored; a start finishes what a crash left half restored', async () => {
  await using box = await branchBox();
  await writeFile(box.at('a.txt'), 'one\n');
  const { id, folder } = await box.api.create({ workspace: box.workspace });
  await box.api.drop({ branch: id });
  const [home, trash] = [join(box.dataFolder, 'branches', id), join(box.dataFolder, 'branches', 'trash', id)];
  await writeFile(home, 'in its place');

  await expect(box.api.restore({ branch: id })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect((await box.events('branch.dropped')).map(({ data }) => data)).toMatchObject([{ by: 'person' }, { by: 'app' }]);
  await rm(home);
  await box.api.restore({ branch: id });
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\n');

  await rename(home, trash);
  await box.open().feature.start();
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\n');
});

test('a branch of which the record cannot say that it is restored stays in the trash', async () => {
  await using box = await branchBox();
  await writeFile(box.at('a.txt'), 'one\n');
  const { id, folder } = await box.api.create({ workspace: box.workspace });
  await box.api.drop({ branch: id });
  box.refuse('branch.restored');

  await expect(box.api.restore({ branch: id })).rejects.toThrow();
  await expect(readFile(join(folder, 'a.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await box.api.compare({ branches: [id] })).paths).toEqual([]);
  box.refuse(undefined);
  await box.api.restore({ branch: id });
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\n');
});

test('a start finds branches again, sweeps a half copied one, and says that work was interrupted', async () => {
  await using box = await branchBox();
  await writeFile(box.at('a.txt'), 'one\n');
  await box.feature.start();
  const [whole] = (await box.api.tryWith({ session: 'session-1', text: 'Do it', profiles: ['fast'] })).branches;
  if (!whole) throw new Error('There is no branch');
  const half = 'half-00000000';
  const at = join(box.dataFolder, 'branches', half);
  await mkdir(join(at, 'work'), { recursive: true });
  await box.ledger
    .session('workspace-12345678')
    .then((record) =>
      record.append('branch.created', { branch: half, set: half, workspace: box.workspace, folder: join(at, 'work') }),
    );
  const { feature, api } = box.open();
  await feature.start();

  await expect(readFile(at)).rejects.toMatchObject({ code: 'ENOENT' });
  const [list] = await (await api.changed())
    [Symbol.asyncIterator]()
    .next()
    .then(({ value }) => [value]);
  expect(list).toMatchObject([{ id: whole.id, state: 'interrupted', line: 'The app ended before its turn did' }]);
  expect(box.chat.withdrawn).toHaveLength(1);
  await rename(whole.folder, `${whole.folder}-away`);
  expect((await api.compare({ branches: [whole.id] })).paths).toMatchObject([{ path: 'a.txt' }]);
});
