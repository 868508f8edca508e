import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFileAtomic } from '#core/files/atomic-file';
import { sweepTemporary, temporaryNameFor } from '#core/files/temporary-name';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A name as a process with that pid would have made it. */
const nameBy = (pid: number, name = 'a.txt') => temporaryNameFor(name).replace(`-${process.pid}-`, `-${pid}-`);

function deadPid(): number {
  return Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
}

test('the file has the bytes and the permissions, and nothing else is left', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'a.txt');
  await writeFile(path, 'old');
  await chmod(path, 0o777);
  await writeFileAtomic(path, 'new', { mode: 0o640 });
  expect(await readFile(path, 'utf8')).toBe('new');
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  expect(await readdir(folder.path)).toEqual(['a.txt']);
});

test('a failure before the rename leaves the old file and no temporary one', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'a.txt');
  await writeFile(path, 'old');
  const beforeRename = () => Promise.reject(new Error('no'));
  await expect(writeFileAtomic(path, 'new', { beforeRename })).rejects.toThrow('no');
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(folder.path)).toEqual(['a.txt']);
});

test('what a killed process left half-written goes with the next write to the folder', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, nameBy(deadPid())), 'half');
  await writeFileAtomic(join(folder.path, 'b.txt'), 'new');
  expect(await readdir(folder.path)).toEqual(['b.txt']);
});

test('nothing is swept that is being written, that is of another machine, or that is not ours', async () => {
  await using folder = await temporaryFolder();
  const dead = deadPid();
  const names = [
    nameBy(process.ppid),
    nameBy(process.pid),
    // Of process 1, which is alive whoever we are.
    nameBy(1),
    nameBy(dead).replace(/sigma-[0-9a-f]{8}/, 'sigma-00000000'),
    '.a.txt.1234abcd.tmp',
    `.a.txt.sigma-${dead}.tmp`,
    'a.tmp',
  ];
  for (const name of names) await writeFile(join(folder.path, name), 'precious');
  await mkdir(join(folder.path, nameBy(dead, 'folder')));
  await sweepTemporary(folder.path);
  expect(await readdir(folder.path)).toHaveLength(names.length + 1);
});

test('names of any length and script fit', async () => {
  await using folder = await temporaryFolder();
  const name = '語'.repeat(84);
  await writeFileAtomic(join(folder.path, name), 'x');
  expect(await readdir(folder.path)).toEqual([name]);
});

test('a folder that cannot be listed is no error', async () => {
  await expect(sweepTemporary('/nowhere/at/all')).resolves.toBeUndefined();
});
