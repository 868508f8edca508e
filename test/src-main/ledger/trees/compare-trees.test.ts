import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FileState } from '#contract';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { differingPaths, treeChangeAt } from '../../../../src-main/ledger/trees/compare-trees.ts';
import {
  type Fingerprint,
  type TreeEntry,
  TreeFolder,
  type TreeTop,
} from '../../../../src-main/ledger/trees/tree-entry.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const KINDS = { file: 0o100000, link: 0o120000, folder: 0o040000, pipe: 0o010000, socket: 0o140000 };
const CHANGED = 'it was changed before it could be kept';

/** An entry of which two looks can be told apart by the inode, where there are no bytes. */
function entryOf(name: string, state: FileState, kind: keyof typeof KINDS, inode: number): TreeEntry {
  const print: Fingerprint = {
    mode: KINDS[kind] + state.mode,
    size: state.size,
    mtimeNs: BigInt(inode),
    ctimeNs: 0n,
    inode: BigInt(inode),
  };
  return { name, state, print, isPending: false, knowsAttributes: true, unsureSince: undefined };
}

const file = (name: string, state: Partial<FileState> = {}, inode = 1) =>
  entryOf(name, { kind: 'file', size: 1, mode: 0o644, hash: 'one', ...state }, 'file', inode);
const unkept = (name: string, inode = 1, size = 1) => file(name, { hash: undefined, notKept: CHANGED, size }, inode);
const link = (name: string, state: Partial<FileState>, inode = 1) =>
  entryOf(name, { kind: 'symlink', size: 1, mode: 0o777, ...state }, 'link', inode);
const folder = (name: string, state: Partial<FileState> = {}) =>
  entryOf(name, { kind: 'directory', size: 0, mode: 0o755, ...state }, 'folder', 1);
const special = (name: string, kind: 'pipe' | 'socket' = 'pipe', inode = 1) =>
  entryOf(name, { kind: 'file', size: 0, mode: 0o644, notKept: `it is a ${kind}` }, kind, inode);

function tree(entries: readonly TreeEntry[], folders: Readonly<Record<string, TreeFolder>> = {}): TreeFolder {
  return new TreeFolder(entries, new Map(Object.entries(folders)));
}

function words(before: TreeTop, after: TreeTop, root = '/w'): string[] {
  return differingPaths(root, before, after).flatMap((one) => {
    const change = treeChangeAt(one);
    return change ? `${change.change} ${change.path.slice(root.length + 1)}` : [];
  });
}

/** The word for one entry that became another one. */
const became = (before: TreeEntry, after: TreeEntry) => words(tree([before]), tree([after]));

describe('one path', () => {
  test('is changed by its bytes, its size, its permissions, its owner, its kind and its attributes', () => {
    for (const state of [{ hash: 'two' }, { size: 2 }, { mode: 0o600 }, { uid: 7 }, { gid: 7 }, { attributes: 'a' }]) {
      expect(became(file('a', { uid: 1, gid: 1 }), file('a', { uid: 1, gid: 1, ...state }))).toEqual(['modified a']);
    }
    expect(became(file('a'), link('a', { hash: 'one' }))).toEqual(['modified a']);
  });

  test('is not changed by a time, an owner that is not known, attributes that were not read and the mode of a link', () => {
    expect(became(file('a', { mtimeNs: '1' }), file('a', { mtimeNs: '2' }, 2))).toEqual([]);
    expect(became(file('a'), file('a', { uid: 7, gid: 7 }))).toEqual([]);
    expect(became(file('a', { attributes: 'x' }), { ...file('a'), knowsAttributes: false })).toEqual([]);
    expect(became(link('a', { hash: 'x' }), link('a', { hash: 'x', mode: 0o700 }))).toEqual([]);
  });

  test('whose bytes one side does not have is changed when anything was done to it', () => {
    expect(became(unkept('a'), file('a', {}, 2))).toEqual(['modified a']);
    expect(became(file('a'), unkept('a', 2))).toEqual(['modified a']);
    expect(became(unkept('a'), unkept('a'))).toEqual([]);
    const read = (mtimeNs: string) => ({ ...unkept('a'), print: undefined, state: { ...unkept('a').state, mtimeNs } });
    expect(became(read('1'), read('2'))).toEqual(['modified a']);
    expect(became(read('1'), read('1'))).toEqual([]);
  });

  test('that is a link is changed where the target of one side is not kept', () => {
    const unread = (inode: number) => link('a', { notKept: CHANGED }, inode);
    expect(became(unread(1), link('a', { hash: 'x' }, 2))).toEqual(['modified a']);
    expect(became(link('a', { hash: 'x' }), unread(2))).toEqual(['modified a']);
    expect(became(unread(1), unread(1))).toEqual([]);
  });

  test('that is a pipe is changed when it becomes something else or was, and not by its times', () => {
    expect(became(special('a'), special('a', 'pipe', 2))).toEqual([]);
    expect(became(file('a', { size: 0 }), special('a'))).toEqual(['modified a']);
    expect(became(special('a'), file('a', { size: 0 }))).toEqual(['modified a']);
    expect(became(special('a'), special('a', 'socket'))).toEqual(['modified a']);
  });
});

describe('what is below a path', () => {
  const inside = tree([file('x'), folder('deep')], { deep: tree([file('y')]) });

  test('goes and comes with the folder, whatever stands in its place', () => {
    const before = tree([folder('d')], { d: inside });
    const gone = ['deleted d/deep', 'deleted d/deep/y', 'deleted d/x'];
    for (const other of [file('d'), link('d', { hash: 'x' }), special('d')]) {
      expect(words(before, tree([other]))).toEqual(['modified d', ...gone]);
      const back = gone.map((word) => word.replace('deleted', 'created'));
      expect(words(tree([other]), before)).toEqual(['modified d', ...back]);
    }
    expect(words(before, 'absent')).toEqual(['deleted d', ...gone]);
    expect(words('absent', before)).toHaveLength(4);
  });

  test('costs nothing where both sides share it, and is told once', () => {
    const before = tree([folder('d'), file('a')], { d: inside });
    const after = tree([folder('d'), file('a', { hash: 'two' })], { d: inside });
    expect(differingPaths('/w', before, after).map(({ path }) => path)).toEqual(['/w/a', '/w/d']);
    expect(words(before, after)).toEqual(['modified a']);
  });

  test('is not assumed where it was not seen before', () => {
    const seen = tree([folder('d')], { d: inside });
    expect(words(tree([folder('d')]), seen)).toEqual([]);
    expect(words('unseen', seen)).toEqual([]);
    expect(words('unseen', 'absent')).toEqual([]);
    expect(words('absent', 'unseen')).toEqual([]);
  });

  test('has names of every kind, each its own', () => {
    const names = ['__proto__', 'a\nb', '\udcff', '\uFFFD', 'constructor'].sort();
    const all = tree(names.map((name) => file(name)));
    expect(words(tree([]), all)).toEqual(names.map((name) => `created ${name}`));
    expect(words(all, tree([]))).toEqual(names.map((name) => `deleted ${name}`));
    expect(words(all, tree(names.map((name) => file(name))))).toEqual([]);
  });
});

describe('a folder that is not seen any more', () => {
  test('tells of what is gone, and says nothing of what is there', async () => {
    await using place = await temporaryFolder();
    const odd = pathFromBytes(Buffer.of(0xff));
    mkdirSync(`${place.path}/d`);
    writeFileSync(pathToBytes(`${place.path}/d/${odd}`), '');
    symlinkSync('nowhere', `${place.path}/d/broken`);
    const entries = [file('broken'), file('gone'), file(odd)];
    const before = tree([folder('d')], { d: tree(entries) });
    expect(words(before, tree([folder('d')]), place.path)).toEqual(['deleted d/gone']);
  });

  test('tells of what is gone at any depth', async () => {
    await using place = await temporaryFolder();
    mkdirSync(`${place.path}/d/deep`, { recursive: true });
    writeFileSync(`${place.path}/d/deep/there`, '');
    const deep = tree([file('gone'), file('there')]);
    const before = tree([folder('d')], { d: tree([folder('deep')], { deep }) });
    expect(words(before, tree([folder('d')]), place.path)).toEqual(['deleted d/deep/gone']);
  });
});
