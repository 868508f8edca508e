/** A point of a workspace in which nothing changed: 10,000 files, 500 MB. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, round2, timed } from '../record/timed.ts';
import type { Report } from '../run.ts';
import { benchSession } from './bench-session.ts';

const CORPUS = { files: 10_000, folders: 200, fileBytes: 50_000 };
const RUNS = 20;
/** Files are looked at once more until their times tell that nothing can hide behind them, in milliseconds. */
const SURE_MS = 2500;

export async function run(report: Report): Promise<void> {
  await using bench = await benchSession(CORPUS);
  await settled(bench);
  const before: number[] = [];
  const after: number[] = [];
  const stretches: number[] = [];
  await allFlushed(bench);
  const room = roomOf(bench.data);
  const control: number[] = [];
  for (let round = 0; round < RUNS; round += 1) {
    // Beside each, so that all meet the same machine.
    control.push(timedLooks(bench.workspace));
    const edges = bench.edges();
    const one = await timed(edges.before);
    const other = await timed(edges.after);
    before.push(one.ms);
    after.push(other.ms);
    stretches.push(one.stretch, other.stretch);
  }
  await allFlushed(bench);
  const each = Math.round((roomOf(bench.data) - room) / (2 * RUNS));
  const size = '10,000 files, 500 MB, nothing changed';
  report({ name: 'control: nothing but lstat of the same files', value: median(control), unit: 'ms' });
  report({ name: `point before a turn, ${size}`, value: median(before), unit: 'ms', atMost: 100 });
  report({
    name: 'point before a turn over lstat of the same files',
    value: round2(median(before) / median(control)),
    unit: '×',
    atMost: 2.5,
  });
  report({ name: 'point before a turn, the slowest of 20', value: Math.max(...before), unit: 'ms' });
  report({ name: `point after a turn, ${size}`, value: median(after), unit: 'ms', atMost: 100 });
  report({ name: `room of a point, record and tree, ${size}`, value: each, unit: 'bytes', atMost: 4096 });
  report({ name: 'the host does nothing else meanwhile', value: Math.max(...stretches), unit: 'ms', atMost: 50 });
}

/** Waits until everything is kept, and need not be read again. */
async function settled({ watch, workspace }: Awaited<ReturnType<typeof benchSession>>): Promise<void> {
  for (let look = 0; ; look += 1) {
    const point = await watch.point(workspace);
    const isWhole = point !== undefined && point.notWatched.length === 0;
    if (isWhole && look > 1) return;
    if (look > 60) throw new Error(`The workspace could not be kept: ${point?.notWatched[0]}`);
    await sleep(SURE_MS);
  }
}

/** Waits until nothing is being kept any more: neither here nor in the thread that looks at workspaces. */
async function allFlushed({ data, settle }: Awaited<ReturnType<typeof benchSession>>): Promise<void> {
  for (let left = 600; left > 0; left -= 1) {
    await settle();
    if (bytesIn(join(data, 'content', 'incoming')) === 0) return;
    await sleep(100);
  }
  throw new Error('What was kept is still not flushed after a minute');
}

/** The least that any look at all files takes, in milliseconds. */
function timedLooks(workspace: string): number {
  const names = readdirSync(workspace, { recursive: true, encoding: 'utf8' });
  const start = performance.now();
  for (const name of names) lstatSync(join(workspace, name), { bigint: true });
  return performance.now() - start;
}

/** Room of the records and of all that is kept, in bytes. What makes looks quick after a restart is one file, however many points there are. */
const roomOf = (data: string) => bytesIn(join(data, 'sessions')) + bytesIn(join(data, 'content'));

/** Bytes of all files below a folder. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    // What is being flushed may have moved on.
    return sum + (entry.isDirectory() ? bytesIn(path) : (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0));
  }, 0);
}
