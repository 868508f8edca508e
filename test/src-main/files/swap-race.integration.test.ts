import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type FileWorkbench, fileWorkbench } from './file-workbench.ts';

const SWAPPER = join(import.meta.dirname, '../../fixtures/files/swap-folder-and-link.cjs');
const ROUNDS = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 100;

/**
 * Reads what is outside: names, kinds and bytes; the same names as inside, so that a misdirected write would hit them.
 */
async function stateOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const stats = await lstat(join(folder, name));
    hash.update(`${name}\0${stats.ino}\0${stats.mode}\0`);
    if (stats.isFile()) hash.update(await readFile(join(folder, name)));
  }
  return hash.digest('hex');
}

/** One approved call, whatever becomes of it: it may fail, or ask again, which is then refused. */
async function attempt(bench: FileWorkbench, round: number): Promise<'done' | 'not done'> {
  const path = `dir/${['a', 'b', `new/${round % 7}`][round % 3]}.txt`;
  const [tool, args] = (
    [
      ['create_or_update_file', { path, file_content: `round ${round}\n` }],
      ['edit_file', { path: 'dir/a.txt', edits: [{ oldText: 'round', newText: 'edited round' }] }],
      ['delete_file_or_dir', { path, recursive: true }],
    ] as const
  )[round % 5 === 4 ? 2 : round % 4 === 3 ? 1 : 0] ?? ['', {}];
  try {
    const plan = await bench.plan(tool, args);
    if (plan.isOutside) {
      plan.abandon?.('refused');
      return 'not done';
    }
    const result = await bench.run(plan);
    if ('subject' in result) result.abandon?.('refused');
    return 'outcome' in result && result.outcome === 'done' ? 'done' : 'not done';
  } catch {
    return 'not done';
  }
}

/** Undoes the newest change, where that can be done. */
async function undoNewest(bench: FileWorkbench): Promise<boolean> {
  const change = (await bench.changes()).find(({ canUndo, state }) => canUndo && state === 'applied');
  if (!change) return false;
  return await bench.undo(change.id, true).then(
    () => true,
    () => false,
  );
}

test('a folder that is swapped for a link to one outside, again and again, during writes, edits, removals and undo: nothing outside changes', async () => {
  await using outside = await temporaryFolder();
  await using bench = await fileWorkbench();
  for (const folder of [outside.path, bench.at('dir')]) {
    await mkdir(join(folder, 'new'), { recursive: true });
    for (const name of ['a.txt', 'b.txt', 'new/1.txt']) await writeFile(join(folder, name), 'round 0\n');
  }
  const before = await stateOf(outside.path);
  const swapper = spawn(process.execPath, [SWAPPER, bench.at('dir'), bench.at('aside'), outside.path], {
    stdio: 'ignore',
  });
  const counts = { done: 0, 'not done': 0, undone: 0 };
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      counts[await attempt(bench, round)] += 1;
      if (round % 10 === 0 && (await undoNewest(bench))) counts.undone += 1;
      if (round % 50 === 0) expect(await stateOf(outside.path), `after ${round} rounds`).toBe(before);
    }
  } finally {
    swapper.kill('SIGKILL');
    await new Promise((resolve) => swapper.once('exit', resolve));
  }
  expect(await stateOf(outside.path)).toBe(before);
  // The race was one: some calls were carried out, and some met the link.
  expect(counts.done, JSON.stringify(counts)).toBeGreaterThan(0);
  expect(counts['not done'], JSON.stringify(counts)).toBeGreaterThan(0);
  expect(bench.bugs).toEqual([]);
  // What the swapper left is put right, so that the folder can be removed.
  if ((await lstat(bench.at('dir')).catch(() => undefined))?.isSymbolicLink()) await unlink(bench.at('dir'));
  await rename(bench.at('aside'), bench.at('dir')).catch(() => {});
});
