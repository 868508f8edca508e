import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { probeSandbox } from '#process/sandbox/probe';
import { boxPorts, ENVIRONMENT } from '../support/box-ports.ts';
import { shellBox } from '../support/shell-box.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Report } from './run.ts';

const MB = 1024 * 1024;

/** Commands that write as fast as they can. */
const WRITERS: readonly { readonly name: string; readonly command: string }[] = [
  { name: 'reservation', command: 'fallocate -l 2G big' },
  { name: 'one', command: 'cat /dev/zero > big' },
  // Only looking holds these.
  { name: 'many', command: 'for ((i = 0; ; i++)); do head -c 10M /dev/zero > f$i; done' },
  { name: 'written', command: 'for ((i = 0; ; i++)); do fallocate -x -l 50M f$i; done' },
  { name: 'background', command: '(sleep 1; for ((i = 0; ; i++)); do head -c 10M /dev/zero > f$i; done) &' },
  // Not to be had in the box.
  { name: 'reservations', command: 'for ((i = 0; ; i++)); do fallocate -l 50M f$i || break; done' },
];

/** Measures what a command in the box has written when the limit of the disk ends it, in percent of the limit. */
export async function benchDisk(report: Report): Promise<void> {
  const { works } = await probeSandbox(ENVIRONMENT);
  if (!works) return;
  for (const limit of [100, 1000]) {
    for (const { name, command } of WRITERS) {
      const { written, reason } = await ranIn(command, limit);
      report({
        name: `adapter.disk.${limit}.${name}`,
        unit: '% of the limit',
        atMost: 110,
        value: Math.round((written / (limit * MB)) * 100),
        note: `${Math.round(written / MB)} MB of a limit of ${limit}; ended for ${reason ?? 'nothing'}`,
      });
    }
  }
}

async function ranIn(command: string, limit: number) {
  await using folder = await temporaryFolder();
  const [home, data, workspace] = ['home', 'data', 'work'].map((name) => join(folder.path, name)) as Folders;
  for (const path of [home, data, workspace]) await mkdir(path);
  const limits = { timeoutMs: 60_000, maxOutputBytes: MB, diskBytes: limit * MB };
  const boxes = boxPorts(home, data);
  await using it = await shellBox({ workspace, limits }, { boxes, spoolFolder: join(data, 'spool') });
  const { termination_reason } = await it.run(command, await it.open());
  // What goes on in the background ends its session.
  while (command.endsWith('&') && it.shells.list().length > 0) await setTimeout(20);
  return {
    written: await bytesIn(workspace),
    reason: command.endsWith('&') ? 'what it left behind' : termination_reason,
  };
}

type Folders = [home: string, data: string, workspace: string];

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const found = await Promise.all(names.map((name) => stat(join(folder, name))));
  return found.reduce((sum, { blocks }) => sum + blocks * 512, 0);
}
