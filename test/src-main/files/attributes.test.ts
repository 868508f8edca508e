import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, linkSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathToBytes } from '#core/files/path-bytes';
import { copyAttributes } from '#process/copy-attributes';
import { readAttributes, writeAttributes } from '#process/file-attributes';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fileWorkbench, outcomeOf } from './file-workbench.ts';
import { turnWorkbench } from './turn-workbench.ts';

const python = (code: string, ...args: string[]) =>
  execFileSync('/usr/bin/python3', ['-I', '-S', '-c', code, ...args], { encoding: 'utf8' });
const hasPython = spawnSync('/usr/bin/python3', ['-I', '-S', '-c', 'import os; os.listxattr("/tmp")']).status === 0;
const attributes = (path: string) =>
  python('import os,sys; p=sys.argv[1]; print({k: os.getxattr(p, k) for k in sorted(os.listxattr(p))})', path).trim();
const setNote = (path: string) => python('import os,sys; os.setxattr(sys.argv[1], "user.note", b"keep me")', path);
/** `user::rw-, user:12345:r--, group::r--, mask::r--, other::---` as the kernel stores it (acl(5)). */
const setAcl = (path: string) =>
  python(
    `import os,struct,sys
entries = [(1,6,0xffffffff),(2,4,12345),(4,4,0xffffffff),(16,4,0xffffffff),(32,0,0xffffffff)]
os.setxattr(sys.argv[1], "system.posix_acl_access", struct.pack("<I",2)+b"".join(struct.pack("<HHI",*e) for e in entries))`,
    path,
  );

test.skipIf(!hasPython)(
  'extended attributes and the access control list of a file outlive a change and its undo (skipped without python3)',
  async () => {
    await using bench = await fileWorkbench();
    const path = bench.at('a.txt');
    await bench.put('a.txt', 'old\n');
    setNote(path);
    setAcl(path);
    chmodSync(path, 0o440);
    const before = attributes(path);
    expect(before).toContain('user.note');
    expect(before).toContain('posix_acl');

    const plan = await bench.plan('edit_file', { path, edits: [{ oldText: 'old', newText: 'new' }] });
    expect(outcomeOf(await bench.run(plan)).content).not.toContain('attributes');
    expect(await bench.text('a.txt')).toBe('new\n');
    expect([attributes(path), statSync(path).mode & 0o777]).toEqual([before, 0o440]);

    const [changed] = await bench.events('file.changed');
    await bench.undo(changed?.id ?? '');
    expect(await bench.text('a.txt')).toBe('old\n');
    expect([attributes(path), statSync(path).mode & 0o777]).toEqual([before, 0o440]);
  },
);

test.skipIf(process.getuid?.() !== 0)('a file of somebody else stays theirs (skipped unless root)', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'old\n');
  chownSync(bench.at('a.txt'), 12_345, 12_346);
  await bench.run(await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'new\n' }));
  expect(statSync(bench.at('a.txt'))).toMatchObject({ uid: 12_345, gid: 12_346 });
});

test('that other names of a file keep the old content is told', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'old\n');
  linkSync(bench.at('a.txt'), bench.at('b.txt'));
  const outcome = outcomeOf(
    await bench.run(await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'new\n' })),
  );
  expect(outcome.content).toContain('had 2 names (hard links). The others still name the old content.');
  expect(readFileSync(bench.at('b.txt'), 'utf8')).toBe('old\n');
});

test('why attributes could not be copied is answered without a path', async () => {
  await using folder = await temporaryFolder();
  expect(await copyAttributes(`${folder.path}/none`, `${folder.path}/other`)).toBe('No such file or directory');
});

test.skipIf(!hasPython)(
  'attributes of a file whose name is not UTF-8 are copied (skipped without python3)',
  async () => {
    await using folder = await temporaryFolder();
    const [from, to] = ['not\udcffutf', 'new\udcff'].map((name) => join(folder.path, name)) as [string, string];
    for (const path of [from, to]) writeFileSync(pathToBytes(path), '');
    const inFolder = (code: string) =>
      python(`import os,sys; os.chdir(os.fsencode(sys.argv[1])); ${code}`, folder.path).trim();
    inFolder('os.setxattr(b"not\\xffutf", "user.note", b"keep me")');
    expect(await copyAttributes(from, to)).toBeUndefined();
    expect(inFolder('print(os.getxattr(b"new\\xff", "user.note"))')).toBe("b'keep me'");
    expect(await copyAttributes(join(folder.path, 'none\udcff'), to)).toBe('No such file or directory');
  },
);

test.skipIf(!hasPython)(
  'attributes of files that a command edited outlive the undo of its turn, whatever their names (skipped without python3)',
  async () => {
    await using world = await turnWorkbench();
    const names = ['a', 'with space', 'line\nbreak', 'back\\slash', '-dash', 'plain'];
    for (const name of names) await world.put(name, 'old');
    for (const name of names.filter((one) => one !== 'plain')) setNote(world.at(name));
    await world.turn('t1', `for f in ./*; do printf new > "$f"; done`);
    await world.undo('t1');
    expect(await world.text('line\nbreak')).toBe('old');
    for (const name of names) {
      const note = attributes(world.at(name));
      expect([name, note.includes('keep me')]).toEqual([name, name !== 'plain']);
    }
  },
);

const hasProgram = spawnSync('getfattr', ['--version']).status === 0;
const setNoteTo = (path: string, note: string) =>
  python('import os,sys; os.setxattr(sys.argv[1], "user.note", sys.argv[2].encode())', path, note);
const removeNote = (path: string) => python('import os,sys; os.removexattr(sys.argv[1], "user.note")', path);

test.skipIf(!hasPython || !hasProgram)(
  'what a command deleted, moved or took the attributes of comes back with them, and goes again with its redo (skipped without getfattr and python3)',
  async () => {
    await using world = await turnWorkbench();
    world.bash('mkdir folder');
    for (const name of ['deleted', 'folder/in', 'moved', 'changed', 'bare', 'given']) await world.put(name, name);
    const paths = ['deleted', 'folder', 'folder/in', 'moved', 'changed', 'bare'].map((name) => world.at(name));
    for (const path of paths) setNote(path);
    setAcl(world.at('deleted'));
    setAcl(world.at('changed'));
    const all = () => [...paths, world.at('given')].map((path) => attributes(path));
    const before = all();
    const inode = statSync(world.at('moved')).ino;

    await world.turn('t1', 'rm -r deleted folder; mv moved elsewhere', {}, () => {
      setNoteTo(world.at('changed'), 'other');
      chmodSync(world.at('changed'), 0o640);
      removeNote(world.at('bare'));
      setNoteTo(world.at('given'), 'new');
    });
    const changed = ['changed', 'bare', 'given', 'elsewhere'].map((name) => attributes(world.at(name)));

    for (const _ of [1, 2]) {
      const undone = await world.undo('t1');
      expect(undone.paths.map(({ outcome, why }) => why ?? outcome)).toEqual(undone.paths.map(() => 'restored'));
      expect(all()).toEqual(before);
      expect(statSync(world.at('moved')).ino).toBe(inode);
      await world.redo('t1');
      expect(['changed', 'bare', 'given', 'elsewhere'].map((name) => attributes(world.at(name)))).toEqual(changed);
      expect(statSync(world.at('elsewhere')).ino).toBe(inode);
    }
  },
);

test.skipIf(!hasPython || !hasProgram)(
  'what a file tool deletes comes back with its attributes (skipped without getfattr and python3)',
  async () => {
    await using bench = await fileWorkbench();
    mkdirSync(bench.at('folder'));
    await bench.put('folder/a.txt', 'old\n');
    for (const name of ['folder', 'folder/a.txt']) setNote(bench.at(name));
    setAcl(bench.at('folder/a.txt'));
    const before = ['folder', 'folder/a.txt'].map((name) => attributes(bench.at(name)));
    await bench.run(await bench.plan('delete_file_or_dir', { path: 'folder', recursive: true }));
    for (const { id } of (await bench.events('file.changed')).reverse()) await bench.undo(id);
    expect(['folder', 'folder/a.txt'].map((name) => attributes(bench.at(name)))).toEqual(before);
  },
);

test.skipIf(!hasProgram)(
  'attributes of files of any name are read and written (skipped without getfattr)',
  async () => {
    await using folder = await temporaryFolder();
    const names = ['with space', 'line\nbreak', 'back\\slash', '-dash', 'ü', 'no-utf8-\udcff', 'none'];
    const at = (name: string) => `${folder.path}/${name}`;
    for (const name of names) writeFileSync(pathToBytes(at(name)), '');
    const files = new Map(names.slice(0, -1).map((name) => [at(name), 'user.a=0x00ff\nuser.b=0x']));
    expect(await writeAttributes({ files, mayHaveOthers: false })).toEqual(new Map());
    expect(await readAttributes(names.map(at))).toEqual(files);
    const fewer = new Map([
      [at('ü'), 'user.b=0x62'],
      [at('-dash'), ''],
    ]);
    expect(await writeAttributes({ files: fewer, mayHaveOthers: true })).toEqual(new Map());
    expect(await readAttributes([at('ü'), at('-dash'), at('gone')])).toEqual(new Map([[at('ü'), 'user.b=0x62']]));
    expect(await writeAttributes({ files: new Map([[at('gone'), 'user.a=0x00']]), mayHaveOthers: false })).toEqual(
      new Map([[at('gone'), 'No such file or directory']]),
    );
  },
);
