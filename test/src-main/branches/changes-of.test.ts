import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { BaseFinder } from '../../../src-main/branches/compare/base-finder.ts';
import type { BranchFiles } from '../../../src-main/branches/compare/branch-files.ts';
import { branchChangeAt, branchChanges } from '../../../src-main/branches/compare/changes-of.ts';
import type { KeptBases } from '../../../src-main/branches/compare/kept-bases.ts';
import { baseOf } from '../../../src-main/branches/copy/base.ts';
import { walkTree } from '../../../src-main/branches/copy/walk-tree.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const finder = new BaseFinder({ find: () => undefined } as unknown as KeptBases, async () => []);

let place: TemporaryFolder;
beforeEach(async () => {
  place = await temporaryFolder();
  mkdirSync(`${place.path}/work`);
});
afterEach(() => place[Symbol.asyncDispose]());

const inWork = (name: string) => `${place.path}/work/${name}`;
const inCopy = (name: string) => `${place.path}/copy/${name}`;
const write = (path: string, text: string) => writeFileSync(pathToBytes(path), text);

/** A branch of what lies in the workspace now. */
async function begun(): Promise<BranchFiles> {
  const [workspace, folder] = [`${place.path}/work`, `${place.path}/copy`];
  execFileSync('cp', ['-a', workspace, folder]);
  const base = baseOf(await walkTree(workspace), await walkTree(folder), new Set());
  return { id: 'b', set: 'b', workspace, folder, createdAt: 0, base };
}

const words = async (branch: BranchFiles) =>
  (await branchChanges(branch, finder)).map(({ change: { change, path, kind } }) => `${change} ${kind} ${path}`);

describe('the changes of a branch', () => {
  test('are what was added, changed and deleted, by path, and nothing that was only touched', async () => {
    for (const name of ['changed', 'deleted', 'mode', 'touched']) write(inWork(name), name);
    symlinkSync('a', inWork('link'));
    const branch = await begun();
    write(inCopy('changed'), 'CHANGED');
    rmSync(inCopy('deleted'));
    chmodSync(inCopy('mode'), 0o600);
    utimesSync(inCopy('touched'), 1, 1);
    unlinkSync(inCopy('link'));
    symlinkSync('b', inCopy('link'));
    write(inCopy('added'), '');
    expect(await words(branch)).toEqual([
      'added file added',
      'changed file changed',
      'deleted file deleted',
      'changed symlink link',
      'changed file mode',
    ]);
  });

  test('have a new folder only where nothing in it tells of it', async () => {
    const branch = await begun();
    mkdirSync(inCopy('full/deep/empty'), { recursive: true });
    mkdirSync(inCopy('closed'));
    for (const name of ['full', 'full/deep', 'full/deep/empty']) chmodSync(inCopy(name), 0o755);
    chmodSync(inCopy('closed'), 0o700);
    write(inCopy('closed/a'), '');
    write(inCopy('full.txt'), '');
    expect(await words(branch)).toEqual([
      'added directory closed',
      'added file closed/a',
      'added file full.txt',
      'added directory full/deep/empty',
    ]);
  });

  test('tell of what became a folder, a file or a link, with all that went with it', async () => {
    mkdirSync(inWork('folder'));
    write(inWork('folder/in'), 'in');
    write(inWork('file'), 'file');
    const branch = await begun();
    rmSync(inCopy('folder'), { recursive: true });
    write(inCopy('folder'), 'now a file');
    rmSync(inCopy('file'));
    mkdirSync(inCopy('file'));
    write(inCopy('file/in'), 'new');
    expect(await words(branch)).toEqual([
      'changed directory file',
      'added file file/in',
      'changed file folder',
      'deleted file folder/in',
    ]);
  });

  test('tell of a file that a pipe took the place of, and of one that came where a pipe was', async () => {
    write(inWork('was-file'), 'file');
    const branch = await begun();
    rmSync(inCopy('was-file'));
    execFileSync('mkfifo', [inCopy('was-file'), inCopy('new-pipe')]);
    expect(await words(branch)).toEqual(['deleted file was-file']);

    const base = new Map([
      ...branch.base,
      ['was-pipe', { kind: 'other', mode: 0o644, size: 0, source: 'x', copy: 'x' }],
    ]);
    write(inCopy('was-pipe'), 'new');
    const [, came] = await branchChanges({ ...branch, base } as BranchFiles, finder);
    expect(came?.change).toMatchObject({ path: 'was-pipe', change: 'added', kind: 'file' });
  });

  test('have names of every kind, and nothing of a repository’s own', async () => {
    const names = ['a\nb', '__proto__', pathFromBytes(Buffer.of(0xff)), '\uFFFD'].sort();
    for (const name of names) write(inWork(name), 'old');
    mkdirSync(inWork('sub/.git'), { recursive: true });
    const branch = await begun();
    for (const name of names) write(inCopy(name), 'new');
    write(inCopy('sub/.git/HEAD'), '');
    write(inCopy('.gitignore'), '');
    expect(await words(branch)).toEqual(['added file .gitignore', ...names.map((name) => `changed file ${name}`)]);
    expect(await branchChangeAt(branch, finder, 'sub/.git/HEAD')).toBeUndefined();
  });

  test('name a workspace that went on, and a base that nobody has', async () => {
    for (const name of ['a', 'b']) write(inWork(name), 'old');
    const branch = await begun();
    for (const name of ['a', 'b']) write(inCopy(name), 'branch');
    write(inWork('a'), 'own');
    renameSync(inWork('b'), inWork('c'));
    const found = await branchChanges(branch, finder);
    expect(found).toMatchObject(
      ['a', 'b'].map((path) => ({ change: { path, change: 'changed', isWorkspaceChanged: true }, before: 'unknown' })),
    );
  });

  test('are given up when they are not wanted any more', async () => {
    const branch = await begun();
    write(inCopy('a'), '');
    await expect(branchChanges(branch, finder, AbortSignal.abort(new Error('not wanted')))).rejects.toThrow(
      'not wanted',
    );
  });
});
