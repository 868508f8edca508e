import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { expect, test } from 'vitest';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { watchedFolder } from '../../../support/watched-folder.ts';

const isRoot = process.getuid?.() === 0;

test('a state has the times, the owner and, of a file with several names, which file it is', async () => {
  await using world = await watchedFolder();
  await world.write('a', 'x');
  linkSync(world.inside('a'), world.inside('b'));
  utimesSync(world.inside('a'), 1, 1234.5);
  const { ino, dev, uid, gid } = lstatSync(world.inside('a'));
  const { changes } = await world.during(async () => {
    unlinkSync(world.inside('a'));
    unlinkSync(world.inside('b'));
  });
  const before = { mtimeNs: '1234500000000', uid, gid, inode: `${dev}:${ino}`, names: 2 };
  expect(changes).toMatchObject([{ before }, { before }]);
});

test('a touched time alone is no change; permissions and, for root, owners are', async () => {
  await using world = await watchedFolder();
  for (const name of ['touched', 'mode', 'folder/x']) await world.write(name, 'x');
  const { changes } = await world.during(async () => {
    utimesSync(world.inside('touched'), 1, 1);
    utimesSync(world.inside('folder'), 1, 1);
    chmodSync(world.inside('mode'), 0o640);
  });
  expect(world.words(changes)).toEqual(['modified mode']);

  if (!isRoot) return;
  const owned = await world.during(async () => chownSync(world.inside('touched'), 1234, 5678));
  expect(owned.changes).toMatchObject([{ change: 'modified', before: { uid: 0 }, after: { uid: 1234, gid: 5678 } }]);
});

test('what was touched is told with its new time when it is changed later', async () => {
  await using world = await watchedFolder();
  await world.write('a', 'x');
  utimesSync(world.inside('a'), 1, 1);
  await world.during(async () => utimesSync(world.inside('a'), 2, 2));
  const { changes } = await world.during(async () => unlinkSync(world.inside('a')));
  expect(changes).toMatchObject([{ before: { mtimeNs: '2000000000' } }]);
});

const NAMES = ['line\nbreak', '"quoted" \\ back', ' ', '-rf', 'n'.repeat(255), '\u{1f480}', '\uFFFD', '__proto__', 'ä'];
const BYTES = [Buffer.from([0xff, 0xfe]), Buffer.from([0x61, 0xc3]), Buffer.from([0xed, 0xa0, 0x80])];

test.skipIf(process.platform !== 'linux')('names of every kind are kept, those that are not UTF-8 too', async () => {
  await using world = await watchedFolder();
  const names = [...NAMES, ...BYTES.map(pathFromBytes)];
  for (const name of names) writeFileSync(pathToBytes(world.inside(name)), `of ${names.indexOf(name)}`);
  const folder = pathToBytes(world.inside(`folder-${pathFromBytes(Buffer.of(0x80))}`));
  execFileSync('/bin/sh', ['-c', 'd=$(printf "folder-\\200"); mkdir "$d"; echo in > "$d/in"'], { cwd: world.path });

  const { changes, notWatched } = await world.during(async () => {
    for (const name of names) unlinkSync(pathToBytes(world.inside(name)));
    rmSync(folder, { recursive: true });
  });

  expect(notWatched).toEqual([]);
  const kept = new Map(changes.map(({ path, before }) => [path, before]));
  for (const name of names) {
    const hash = kept.get(world.inside(name))?.hash ?? '';
    expect((await world.ledger.content.read(hash)).toString()).toBe(`of ${names.indexOf(name)}`);
  }
  expect(kept.get(`${world.inside('folder-\udc80')}/in`)?.kind).toBe('file');
  expect(kept.size).toBe(names.length + 2);
});

test('a name that changes only in its case is one gone and one new', async () => {
  await using world = await watchedFolder();
  await world.write('a.txt', 'x');
  const { changes } = await world.during(async () => renameSync(world.inside('a.txt'), world.inside('A.txt')));
  expect(world.words(changes)).toEqual(['created A.txt', 'deleted a.txt']);
});
