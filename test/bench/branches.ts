import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeCopy } from '../../src-main/branches/copy/make-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Report } from './run.ts';

const execute = promisify(execFile);
const FOLDERS = 100;
const FILES = 100;
const FILE_BYTES = 50_000;
const ROUNDS = 3;

/** A branch of 10,000 files in 100 folders, 500 MB, beside `cp --archive` of the same; the median of each, in turn. */
export async function run(report: Report): Promise<void> {
  await using root = await temporaryFolder();
  const workspace = join(root.path, 'work');
  await fill(workspace);
  const copies: number[] = [];
  const branches: number[] = [];
  let method = '';
  for (let round = 0; round < ROUNDS; round++) {
    const copy = join(root.path, 'copy');
    copies.push(await timed(() => execute('cp', ['--archive', workspace, copy])));
    await rm(copy, { recursive: true });
    const home = join(root.path, 'branch');
    const folder = join(home, 'work');
    const dataFolder = join(root.path, 'data');
    branches.push(
      await timed(async () => {
        method = (await makeCopy({ workspace, folder, baseFile: join(home, 'base.jsonl'), dataFolder })).method;
      }),
    );
    await rm(home, { recursive: true });
  }
  const [copyMs, branchMs] = [median(copies), median(branches)];
  report({ name: 'cp --archive', value: copyMs, unit: 'ms' });
  const note = `by ${method}`;
  if (method === 'reflink') report({ name: 'branch', value: branchMs, unit: 'ms', atMost: 300, note });
  else
    report({
      name: 'branch',
      value: branchMs / copyMs,
      unit: '× cp --archive',
      atMost: 1.5,
      note: `${note}, ${branchMs} ms`,
    });
}

async function fill(workspace: string): Promise<void> {
  const bytes = randomBytes(FILE_BYTES);
  for (let folder = 0; folder < FOLDERS; folder++) {
    const at = join(workspace, `folder-${folder}`);
    await mkdir(at, { recursive: true });
    for (let file = 0; file < FILES; file++) await writeFile(join(at, `file-${file}.bin`), bytes);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start);
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
