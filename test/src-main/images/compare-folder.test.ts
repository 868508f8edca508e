import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { bytesOfFile, snapshotFolder } from '#images';
import { readAttributes } from '#process/file-attributes';
import { readEntries } from '../../support/read-entries.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { ImageBox } from './support/opened-image.ts';

/** The time of everything in the image, as where images are made alike: it tells nothing apart. */
const TIME = 1_000_000_000;

/** A time after which a file is known by its times. */
const LONG_MS = 200;

let folder: TemporaryFolder;
let box: ImageBox;
beforeEach(async () => {
  folder = await temporaryFolder();
  box = new ImageBox(folder.path);
  mkdirSync(box.at('tree'));
});
afterEach(() => folder[Symbol.asyncDispose]());

function write(name: string, text: string, mode = 0o644): void {
  const path = pathToBytes(box.at(name));
  writeFileSync(path, text);
  chmodSync(path, mode);
  utimesSync(path, TIME, TIME);
}

/** Opens what was written below `tree` as `work`. */
async function opened(): Promise<void> {
  await box.pack('tree', 'image');
  await box.open('image', 'work');
}

/** Counts of a snapshot of `work`, and what the image opens as after it. */
async function snapped() {
  const { added, changed, deleted } = await box.snapshot('work');
  await box.open('image', 'again');
  return { counts: [added, changed, deleted], text: (name: string) => readFileSync(box.at(`again/${name}`), 'utf8') };
}

test('names of one file are compared each with its own, and none passes as another', async () => {
  write('tree/a', 'one');
  write('tree/b', 'two', 0o755);
  await opened();
  rmSync(box.at('work/b'));
  linkSync(box.at('work/a'), box.at('work/b'));
  chmodSync(box.at('work/a'), 0o755);
  utimesSync(box.at('work/a'), TIME, TIME);
  const { text } = await snapped();
  expect([text('a'), text('b')]).toEqual(['one', 'one']);
});

test('a file, a folder and a link that change places come back as what they are, and back', async () => {
  mkdirSync(box.at('tree/folder'));
  write('tree/folder/in', 'in');
  write('tree/file', 'file');
  symlinkSync('file', box.at('tree/link'));
  await opened();
  rmSync(box.at('work/folder'), { recursive: true });
  symlinkSync('nowhere', box.at('work/folder'));
  rmSync(box.at('work/file'));
  mkdirSync(box.at('work/file'));
  writeFileSync(box.at('work/file/in'), 'new');
  rmSync(box.at('work/link'));
  write('work/link', 'no link');
  const { text } = await snapped();
  expect([text('file/in'), text('link')]).toEqual(['new', 'no link']);
  expect(() => text('folder/in')).toThrow();

  rmSync(box.at('work/folder'));
  mkdirSync(box.at('work/folder'));
  write('work/folder/in', 'in again');
  await box.snapshot('work');
  await box.open('image', 'third');
  expect(readFileSync(box.at('third/folder/in'), 'utf8')).toBe('in again');
});

test('a file that may hold a secret is left out also where the image has a folder of its name', async () => {
  mkdirSync(box.at('tree/.env/bin'), { recursive: true });
  write('tree/.env/bin/python', 'a virtual environment');
  mkdirSync(box.at('tree/notes'));
  await opened();
  rmSync(box.at('work/.env'), { recursive: true });
  write('work/.env', 'PASSWORD=x');
  rmSync(box.at('work/notes'), { recursive: true });
  write(
    'work/notes',
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3BlbnNzaC1r'.repeat(20)}\n-----END OPENSSH PRIVATE KEY-----\n`,
  );
  const { leftOut } = await box.snapshot('work');
  expect(leftOut).toEqual([
    { path: '.env', reason: 'secret' },
    { path: 'notes', reason: 'secret' },
  ]);
  await box.open('image', 'again');
  expect(readdirSync(box.at('again'))).toEqual([]);
});

test('a change that leaves size and time as they were is one', async () => {
  write('tree/a', 'one');
  await opened();
  write('work/a', 'two');
  const { counts, text } = await snapped();
  expect(counts).toEqual([0, 1, 0]);
  expect(text('a')).toBe('two');
});

test('names of every kind come, change and go, each its own', async () => {
  const names = ['__proto__', 'constructor', 'a\nb', pathFromBytes(Buffer.of(0xff)), '\uFFFD', ' '];
  for (const name of names) write(`tree/${name}`, 'old');
  await opened();
  expect((await box.snapshot('work')).layer).toBeUndefined();
  for (const name of names) write(`work/${name}`, 'new');
  expect(await box.snapshot('work')).toMatchObject({ added: 0, changed: names.length, deleted: 0 });
  for (const name of names) rmSync(pathToBytes(box.at(`work/${name}`)));
  expect(await box.snapshot('work')).toMatchObject({ added: 0, changed: 0, deleted: names.length });
});

test('a folder that was moved is gone from its place, with all that is below', async () => {
  mkdirSync(box.at('tree/d/deep'), { recursive: true });
  write('tree/d/deep/a', 'a');
  await opened();
  renameSync(box.at('work/d'), box.at('work/e'));
  const { counts, text } = await snapped();
  expect(counts).toEqual([3, 0, 1]);
  expect(text('e/deep/a')).toBe('a');
  expect(() => statSync(box.at('again/d'))).toThrow();
});

test('what the folder cannot show is no change of it, and stays when something else changes', async () => {
  execFileSync('mkfifo', [box.at('tree/pipe')]);
  write('tree/a', 'a');
  await opened();
  expect((await box.snapshot('work')).layer).toBeUndefined();
  write('work/a', 'b');
  expect(await box.snapshot('work')).toMatchObject({ added: 0, changed: 1, deleted: 0 });
});

test.runIf(process.getuid?.() === 0)('a file that was given to somebody else is changed', async () => {
  write('tree/given', 'same');
  write('tree/kept', 'same');
  await opened();
  chownSync(box.at('work/given'), 4321, 4321);
  expect(await box.snapshot('work')).toMatchObject({ added: 0, changed: 1, deleted: 0 });
  using source = bytesOfFile(box.at('image'));
  const owners = (await readEntries(source))
    .filter(({ path }) => String(path).endsWith('/given'))
    .map(({ uid }) => uid);
  expect(new Set(owners)).toEqual(new Set([0, 4321]));
});

test('a file that was written right before it was seen is not known by its times, however long a snapshot takes', async () => {
  write('tree/old', 'old');
  write('tree/new', 'one');
  await opened();
  await setTimeout(LONG_MS);
  writeFileSync(box.at('work/new'), 'two');
  const readXattrs = async (paths: readonly string[]) => {
    await setTimeout(LONG_MS);
    return await readAttributes(paths);
  };
  const { records } = box;
  await snapshotFolder({ folder: box.at('work'), records, readXattrs, includesSecret: () => false });
  const { entries } = await records.read(realpathSync(box.at('work')));
  expect(Object.keys(entries)).toEqual(['old']);
});
