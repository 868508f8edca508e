import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, mkdirSync, utimesSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { baseOf, writeBase } from '../../../src-main/branches/copy/base.ts';
import { makeCopy } from '../../../src-main/branches/copy/make-copy.ts';
import { walkTree } from '../../../src-main/branches/copy/walk-tree.ts';
import { median, round2, timed } from '../record/timed.ts';
import type { Report } from '../run.ts';

const execute = promisify(execFile);
const FOLDERS = 100;
const FILES = 100;
const FILE_BYTES = 50_000;
const ROUNDS = 5;
/** Longest that the host may do nothing else, in milliseconds. */
const MAX_STRETCH_MS = 50;

/** Times a branch of 10,000 files in 100 folders, 500 MB, beside `cp --archive` of the same and beside its own parts, in turn. */
export async function measure(
  report: Report,
  [place = '', cloneProgram, reflink = 'auto']: readonly string[],
): Promise<void> {
  const workspace = join(place, 'work');
  await fill(workspace);
  const times = {
    bare: [] as number[],
    copy: [] as number[],
    branch: [] as number[],
    looks: [] as number[],
    base: [] as number[],
  };
  const stretches: number[] = [];
  let method = '';
  for (let round = 0; round < ROUNDS; round++) {
    const copy = join(place, 'copy');
    const words = ['--archive', `--reflink=${reflink}`, workspace, copy];
    await settled();
    times.copy.push((await timed(() => execute('cp', words))).ms);
    await rm(copy, { recursive: true });
    await settled();
    if (reflink === 'always') {
      times.bare.push((await timed(async () => shareBlocks(workspace, copy))).ms);
      await rm(copy, { recursive: true });
      await settled();
    }
    const home = join(place, 'branch');
    const [folder, baseFile, dataFolder] = [join(home, 'work'), join(home, 'base.jsonl'), join(place, 'data')];
    const branch = await timed(async () => {
      method = (await makeCopy({ workspace, folder, baseFile, dataFolder, cloneProgram })).method;
    });
    times.branch.push(branch.ms);
    stretches.push(branch.stretch);
    await timeParts({ workspace, folder, baseFile }, times);
    await rm(home, { recursive: true });
  }
  const [copyMs, branchMs] = [median(times.copy), median(times.branch)];
  const name = `a branch by ${method}, 10,000 files, 500 MB`;
  const cp = reflink === 'auto' ? 'cp --archive' : `cp --archive --reflink=${reflink}`;
  report({ name: `control: ${cp}`, value: copyMs, unit: 'ms' });
  const ratio = { name, value: round2(branchMs / copyMs), unit: `× ${cp}` };
  if (method === 'reflink') {
    report({ name: 'control: the calls alone that share the blocks', value: median(times.bare), unit: 'ms' });
    report({ name, value: branchMs, unit: 'ms', atMost: 300 });
  }
  report({ ...ratio, ...(method === 'copy' && { atMost: 1.5, note: `${branchMs} ms` }) });
  report({ name: 'of it: the three looks', value: median(times.looks), unit: 'ms' });
  report({ name: 'of it: what the branch began with, on disk', value: median(times.base), unit: 'ms' });
  report({
    name: `the host does nothing else during ${name}`,
    value: Math.max(...stretches),
    unit: 'ms',
    atMost: MAX_STRETCH_MS,
  });
}

/** Waits until what was removed is gone from the disk, too: the file system does that later, on a core of two. */
async function settled(): Promise<void> {
  await execute('sync');
  await setTimeout(300);
}

/** Makes the files, has them share their blocks and sets their times: what no copy by reflink in one thread can do without. */
function shareBlocks(workspace: string, copy: string): void {
  const at = new Date();
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(copy, `folder-${folder}`), { recursive: true });
    for (let file = 0; file < FILES; file++) {
      const path = join(`folder-${folder}`, `file-${file}.bin`);
      copyFileSync(join(workspace, path), join(copy, path), constants.COPYFILE_FICLONE_FORCE);
      utimesSync(join(copy, path), at, at);
    }
  }
}

interface Place {
  readonly workspace: string;
  readonly folder: string;
  readonly baseFile: string;
}

async function timeParts(
  { workspace, folder, baseFile }: Place,
  times: { readonly looks: number[]; readonly base: number[] },
): Promise<void> {
  let base = new Map() as Awaited<ReturnType<typeof baseOf>>;
  const looks = await timed(async () => {
    const before = await walkTree(workspace);
    await walkTree(workspace);
    base = baseOf(before, await walkTree(folder), new Set());
  });
  times.looks.push(looks.ms);
  times.base.push((await timed(() => writeBase(baseFile, base))).ms);
}

async function fill(workspace: string): Promise<void> {
  const bytes = randomBytes(FILE_BYTES);
  for (let folder = 0; folder < FOLDERS; folder++) {
    const at = join(workspace, `folder-${folder}`);
    await mkdir(at, { recursive: true });
    for (let file = 0; file < FILES; file++) await writeFile(join(at, `file-${file}.bin`), bytes);
  }
}
