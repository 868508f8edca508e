import { writeFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FileReadResult } from '#core/files/text-file';
import { WatchedText } from '#core/files/watched-text';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function watched(text?: string) {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'data', 'file.yaml');
  if (text !== undefined) {
    await mkdir(join(folder.path, 'data'));
    await writeFile(path, text);
  }
  const readings: FileReadResult[] = [];
  const file = new WatchedText({ path, maxBytes: 100, log: silentLogger, onRead: (one) => readings.push(one) });
  await file.open();
  return {
    path,
    file,
    readings,
    [Symbol.asyncDispose]: async () => {
      await file[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('what is there, and what somebody else writes, is told; what we write is not', async () => {
  await using bench = await watched('one');
  expect(bench.readings).toEqual([{ state: 'text', text: 'one' }]);
  await bench.file.inTurn(() => bench.file.write('two'));
  expect([bench.file.text, bench.readings.length]).toEqual(['two', 1]);
  await writeFile(bench.path, 'three');
  await vi.waitFor(() => expect(bench.readings.at(-1)).toEqual({ state: 'text', text: 'three' }), 10_000);
});

test('a file in a folder that is not there yet is made, and watched from then on', async () => {
  await using bench = await watched();
  expect([bench.file.text, bench.readings]).toEqual(['', []]);
  await bench.file.inTurn(() => bench.file.write('one'));
  await writeFile(bench.path, 'two');
  await vi.waitFor(() => expect(bench.file.text).toBe('two'), 10_000);
});

test('steps come one after another, each with what is on disk then, and one that fails holds up none', async () => {
  await using bench = await watched('');
  const add = (letter: string) => bench.file.inTurn(() => bench.file.write(bench.file.text + letter));
  const failing = bench.file.inTurn(async () => {
    throw new Error('no');
  });
  await Promise.all([add('a'), expect(failing).rejects.toThrow('no'), add('b'), add('c')]);
  expect(bench.file.text).toBe('abc');
  await writeFile(bench.path, 'x');
  await add('y');
  expect(bench.file.text).toBe('xy');
});

test('what is no text of that size is told as such, and reads as nothing', async () => {
  await using bench = await watched('x'.repeat(101));
  expect([bench.file.text, bench.readings[0]?.state]).toEqual(['', 'unreadable']);
});

test('a change between the first reading and the watch is not missed', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'file.yaml');
  await writeFile(path, 'one');
  const readings: FileReadResult[] = [];
  const onRead = (reading: FileReadResult) => {
    if (readings.push(reading) === 1) writeFileSync(path, 'two');
  };
  await using file = new WatchedText({ path, maxBytes: 100, log: silentLogger, onRead });
  await file.open();
  expect([file.text, readings.length]).toEqual(['two', 2]);
});

test('a folder that is removed and made anew is watched again', async () => {
  await using bench = await watched('one');
  await rm(dirname(bench.path), { recursive: true });
  await vi.waitFor(() => expect(bench.readings.at(-1)).toEqual({ state: 'missing' }), 10_000);
  await mkdir(dirname(bench.path));
  await writeFile(bench.path, 'two');
  await vi.waitFor(() => expect(bench.file.text).toBe('two'), 10_000);
  await writeFile(bench.path, 'three');
  await vi.waitFor(() => expect(bench.file.text).toBe('three'), 10_000);
});

test('a folder that another one replaces at once is watched again', async () => {
  await using bench = await watched('one');
  const folder = dirname(bench.path);
  await mkdir(`${folder}.new`);
  await rename(folder, `${folder}.old`);
  await rename(`${folder}.new`, folder);
  await vi.waitFor(() => expect(bench.readings.at(-1)).toEqual({ state: 'missing' }), 10_000);
  await writeFile(bench.path, 'two');
  await vi.waitFor(() => expect(bench.file.text).toBe('two'), 10_000);
});

test('a link that leads elsewhere by now is followed there', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const name of ['own', 'a', 'b']) await mkdir(at(name));
  await writeFile(at('a/file.yaml'), 'one');
  await writeFile(at('b/file.yaml'), 'two');
  await symlink(at('a/file.yaml'), at('own/file.yaml'));
  await using file = new WatchedText({ path: at('own/file.yaml'), maxBytes: 100, log: silentLogger, onRead: () => {} });
  await file.open();
  await symlink(at('b/file.yaml'), at('own/new'));
  await rename(at('own/new'), at('own/file.yaml'));
  await vi.waitFor(() => expect(file.text).toBe('two'), 10_000);
  await writeFile(at('b/file.yaml'), 'three');
  await vi.waitFor(() => expect(file.text).toBe('three'), 10_000);
});

test('a link whose target is removed and made again is followed there', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const name of ['own', 'a']) await mkdir(at(name));
  await writeFile(at('a/file.yaml'), 'one');
  await symlink(at('a/file.yaml'), at('own/file.yaml'));
  const readings: FileReadResult[] = [];
  const onRead = (one: FileReadResult) => void readings.push(one);
  await using file = new WatchedText({ path: at('own/file.yaml'), maxBytes: 100, log: silentLogger, onRead });
  await file.open();
  await rm(at('a/file.yaml'));
  await vi.waitFor(() => expect(readings.at(-1)).toEqual({ state: 'missing' }), 10_000);
  await writeFile(at('a/file.yaml'), 'two');
  await vi.waitFor(() => expect(file.text).toBe('two'), 10_000);
});
