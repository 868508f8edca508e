import { chmodSync, lstatSync, mkdirSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type FileWorkbench, fileWorkbench } from './file-workbench.ts';

const YESTERDAY = 1_700_000_000;
const OWN_MODE = 0o640;

/** A file and a folder with a file, as old as can be told from what is made now. */
async function setUp() {
  const bench = await fileWorkbench();
  mkdirSync(bench.at('folder'));
  for (const name of ['a.txt', 'folder/b.txt']) {
    await bench.put(name, 'old');
    chmodSync(bench.at(name), OWN_MODE);
    utimesSync(bench.at(name), YESTERDAY, YESTERDAY);
  }
  utimesSync(bench.at('folder'), YESTERDAY, YESTERDAY);
  return bench;
}

const stateOf = (bench: FileWorkbench, name: string) => {
  const { mode, mtimeMs } = lstatSync(bench.at(name));
  return [mode & 0o7777, Math.floor(mtimeMs / 1000)];
};
const undoAll = async (bench: FileWorkbench) => {
  for (const { id } of (await bench.events('file.changed')).reverse()) await bench.undo(id);
};

test('an edit of a file tool is undone with the time that the file had', async () => {
  await using bench = await setUp();
  await bench.run(await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'new' }));
  expect(stateOf(bench, 'a.txt')).not.toEqual([OWN_MODE, YESTERDAY]);
  await undoAll(bench);
  expect(await bench.text('a.txt')).toBe('old');
  expect(stateOf(bench, 'a.txt')).toEqual([OWN_MODE, YESTERDAY]);
});

test('what a file tool removed comes back with its times', async () => {
  await using bench = await setUp();
  await bench.run(await bench.plan('delete_file_or_dir', { path: 'folder', recursive: true }));
  await undoAll(bench);
  expect(stateOf(bench, 'folder/b.txt')).toEqual([OWN_MODE, YESTERDAY]);
});
