/** Branches by copy, and by reflink on a disk of its own in a file, where one can be made. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kernelProblem } from '../support/mount-box.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runBundled } from './in-bundle.ts';
import type { Report } from './run.ts';

const CLONE_PROGRAM = join(import.meta.dirname, '../../resources/clone-folder/clone_folder.py');
const MKFS = '/usr/sbin/mkfs.xfs';
/** The disk is mounted for the program alone, and gone with it. */
const ON_XFS = `
set -e
cd "$1"; shift
truncate -s 3G image
${MKFS} -q -m reflink=1 image
mkdir disk
mount -o loop image disk
exec "$@"
`;

const PROGRAM = {
  program: 'branches/measure.ts',
  workers: { 'branch-worker': 'src-main/branches/copy/branch-worker.ts' },
};

export async function run(report: Report): Promise<void> {
  await using root = await temporaryFolder();
  await runBundled({ ...PROGRAM, args: [root.path, CLONE_PROGRAM] }, report);
  const problem = kernelProblem() ?? (existsSync(MKFS) ? undefined : `${MKFS} is not there`);
  if (problem !== undefined) {
    report({ name: 'a branch by reflink', value: 0, unit: 'ms', note: `not measured: ${problem}` });
    return;
  }
  await using disk = await temporaryFolder();
  const under = ['unshare', '--mount', 'sh', '-c', ON_XFS, 'sh', disk.path];
  await runBundled({ ...PROGRAM, under, args: [`${disk.path}/disk`, CLONE_PROGRAM, 'always'] }, report);
}
