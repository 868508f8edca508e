import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { DiskView, isUntouched, QUICK_BYTES, statsOf } from '../../../../src-main/ledger/undo/disk-view.ts';
import { OpenFolders } from '../../../../src-main/ledger/undo/open-folders.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporary-folder.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

let place: TemporaryFolder;
let ledger: Awaited<ReturnType<typeof temporaryLedger>>;
let folders: OpenFolders;
let disk: DiskView;
const at = (name: string) => `${place.path}/${name}`;

beforeEach(async () => {
  place = await temporaryFolder();
  ledger = await temporaryLedger();
  folders = new OpenFolders();
  disk = new DiskView(folders, ledger.content);
});
afterEach(async () => {
  folders[Symbol.dispose]();
  await ledger[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

const kept = async (hash = '') => (await ledger.content.read(hash)).toString();

describe('a look', () => {
  test('keeps the bytes of files of any size, targets of links, and lists folders', async () => {
    const large = 'x'.repeat(QUICK_BYTES + 1);
    writeFileSync(at('large'), large);
    writeFileSync(at('small'), 'small');
    symlinkSync('small', at('link'));
    mkdirSync(at('folder/in'), { recursive: true });
    for (const [name, bytes] of [
      ['large', large],
      ['small', 'small'],
      ['link', 'small'],
    ] as const) {
      const { present } = await disk.look(at(name));
      expect(present).toMatchObject({ kind: name === 'link' ? 'symlink' : 'file', size: bytes.length });
      expect(await kept(present?.hash)).toBe(bytes);
    }
    expect(await disk.look(at('folder'))).toMatchObject({
      present: { kind: 'directory' },
      children: [at('folder/in')],
    });
    expect(await disk.look(at('none'))).toMatchObject({ place: { kind: 'folder' }, present: undefined });
    expect(await disk.look(at('none/deep/a'))).toMatchObject({ place: { kind: 'missing' }, present: undefined });
  });

  test('gives way only where bytes have to be kept first', async () => {
    writeFileSync(at('a'), 'one');
    expect(disk.lookNow(at('a'))).toBeUndefined();
    const { present } = await disk.look(at('a'));
    expect(disk.lookNow(at('a'), present)?.present).toEqual(present);
    writeFileSync(at('a'), 'two');
    expect(disk.lookNow(at('a'), present)).toBeUndefined();
    expect(disk.lookNow(at('none'), present)).toMatchObject({ present: undefined });
  });

  test('does not trust a hash of which the bytes are gone', async () => {
    writeFileSync(at('a'), 'one');
    const { present } = await disk.look(at('a'));
    const other = { ...present, hash: '0'.repeat(64), kind: 'file', size: 3, mode: 0o644 } as const;
    expect(disk.lookNow(at('a'), other)).toBeUndefined();
  });

  test('takes a link for no file, and a file for no link, whatever their bytes', async () => {
    writeFileSync(at('file'), 'same');
    symlinkSync('same', at('link'));
    const { present: file } = await disk.look(at('file'));
    const { present: link } = await disk.look(at('link'));
    expect(file?.hash).toBe(link?.hash);
    expect(disk.lookNow(at('link'), file)).toBeUndefined();
    expect(disk.lookNow(at('file'), link)).toBeUndefined();
  });

  test('meets names of every kind', async () => {
    const odd = ['a\nb', pathFromBytes(Buffer.of(0xff, 0x61)), '\uFFFD', ' '].sort();
    mkdirSync(at('folder'));
    for (const name of odd) writeFileSync(pathToBytes(at(`folder/${name}`)), name);
    const { children } = await disk.look(at('folder'));
    expect([...children].sort()).toEqual(odd.map((name) => at(`folder/${name}`)));
    for (const path of children) expect((await disk.look(path)).present?.kind).toBe('file');
  });
});

describe('the way to a path', () => {
  test('is blocked by a link, even to a folder of the same files, and by a file', async () => {
    mkdirSync(at('real'));
    writeFileSync(at('real/a'), '1');
    symlinkSync('real', at('link'));
    expect(disk.placeOf(at('link'))).toMatchObject({ kind: 'blocked', at: at('link') });
    expect(await disk.look(at('link/a'))).toMatchObject({ place: { kind: 'blocked' }, present: undefined });
    expect(disk.placeOf(at('link/deep/er'))).toMatchObject({ kind: 'blocked', at: at('link') });
    expect(disk.placeOf(at('real/a'))).toMatchObject({ kind: 'blocked', at: at('real/a') });
    expect(disk.placeOf('/')).toEqual({ kind: 'folder' });
  });

  test('leads to what is in the folder that was opened, also when another one took its place', async () => {
    mkdirSync(at('d'));
    writeFileSync(at('d/a'), 'ours');
    expect(disk.placeOf(at('d'))).toEqual({ kind: 'folder' });
    expect((await disk.look(at('d/a'))).present?.size).toBe(4);
    renameSync(at('d'), at('away'));
    symlinkSync('/etc', at('d'));
    expect(await kept((await disk.look(at('d/a'))).present?.hash)).toBe('ours');
  });
});

describe('whether something was done to a path since', () => {
  const now = (name: string) => statsOf(at(name));

  async function isUntouchedAfter(name: string, act: () => void): Promise<boolean> {
    const view = await disk.look(at(name));
    expect(isUntouched(view, now(name))).toBe(true);
    act();
    return isUntouched(view, now(name));
  }

  test('is told of its bytes, its permissions, its place and its names', async () => {
    const acts: readonly ((path: string) => void)[] = [
      (path) => writeFileSync(path, 'other'),
      (path) => chmodSync(path, 0o600),
      (path) => utimesSync(path, 1, 1),
      (path) => unlinkSync(path),
      (path) => {
        const bytes = readFileSync(path);
        writeFileSync(`${path}.new`, bytes);
        renameSync(`${path}.new`, path);
      },
      (path) => {
        unlinkSync(path);
        mkdirSync(path);
      },
    ];
    for (const [index, act] of acts.entries()) {
      writeFileSync(at(`a${index}`), 'bytes');
      expect(await isUntouchedAfter(`a${index}`, () => act(at(`a${index}`)))).toBe(false);
    }
    expect(await isUntouchedAfter('none', () => writeFileSync(at('none'), ''))).toBe(false);
  });

  test('leaves the entries of a folder and other names of a file aside', async () => {
    mkdirSync(at('d'));
    expect(await isUntouchedAfter('d', () => writeFileSync(at('d/new'), ''))).toBe(true);
    writeFileSync(at('one'), '1');
    linkSync(at('one'), at('other'));
    expect(await isUntouchedAfter('one', () => unlinkSync(at('other')))).toBe(true);
  });

  test('is told of a folder that became something else', async () => {
    mkdirSync(at('d'));
    const view = await disk.look(at('d'));
    rmSync(at('d'), { recursive: true });
    writeFileSync(at('d'), 'own');
    const stats = now('d');
    // Inodes are used again: a new file may have that of the folder.
    if (stats) stats.ino = view.identity?.ino ?? 0n;
    expect(isUntouched(view, stats)).toBe(false);
  });
});

test('a path is as a state only as it is now', async () => {
  mkdirSync(at('d'));
  writeFileSync(at('d/a'), '1');
  const { present } = await disk.look(at('d/a'));
  expect(await disk.isAs(at('d/a'), present)).toBe(true);
  chmodSync(at('d/a'), 0o600);
  expect(await disk.isAs(at('d/a'), present)).toBe(false);
  rmSync(at('d'), { recursive: true });
  folders.forget(at('d'));
  expect(await disk.isAs(at('d/a'), undefined)).toBe(true);
  expect(await disk.isAs(at('d/a'), present)).toBe(false);
});
