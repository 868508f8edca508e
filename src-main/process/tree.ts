import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addDescendants } from './containment/descendants.ts';
import { allRows } from './containment/proc-files.ts';
import { environmentOf, retryWhenOutOfDescriptors } from './environment-of.ts';
import { sharedLook } from './shared-look.ts';

const run = promisify(execFile);

/** Environment variable of everything a group starts, so that descendants that left the group are still found. */
export const MARKER = 'SIGMA_GROUP';

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/** The live processes of the machine, and on Linux the mark that each has in its environment. Zombies do not count: pid 1 may be slow to reap them. */
interface ProcessTable {
  readonly rows: readonly ProcessRow[];
  readonly marks: ReadonlyMap<number, string>;
}

const NO_MARKS: ReadonlyMap<number, string> = new Map();
const MARK = new RegExp(`(?:^|\\0)${MARKER}=([^\\0]*)`);

/** All ends of trees share it: a hundred that each read the whole machine would need all descriptors there are. */
const look = sharedLook(async (): Promise<ProcessTable> => {
  if (process.platform !== 'linux') return { rows: await psRows(), marks: NO_MARKS };
  const rows = (await retryWhenOutOfDescriptors(allRows)).filter(({ isZombie }) => !isZombie);
  const marks = new Map<number, string>();
  const add = async ({ pid }: ProcessRow) => {
    const mark = MARK.exec(await environmentOf(pid))?.[1];
    if (mark !== undefined) marks.set(pid, mark);
  };
  await Promise.all(rows.map(add));
  return { rows, marks };
});

/**
 * The live processes that belong to the group led by `leader`: its group, its descendants, and on Linux whatever carries
 * `marker` in its environment, however far it has detached itself.
 *
 * @throws what the system says when the machine cannot be looked at
 */
export async function listProcessTree(leader: number, marker: string): Promise<readonly number[]> {
  if (process.platform === 'win32') return [];
  const { rows, marks } = await look();
  const own = rows.filter(({ pid, group }) => group === leader || pid === leader || marks.get(pid) === marker);
  const tree = new Set(own.map(({ pid }) => pid));
  addDescendants(tree, rows);
  return [...tree];
}

async function psRows(): Promise<ProcessRow[]> {
  const { stdout } = await run('/bin/ps', ['-axo', 'pid=,ppid=,pgid=,stat=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => !state?.startsWith('Z'))
    .map(([pid, parent, group]) => ({ pid: Number(pid), parent: Number(parent), group: Number(group) }));
}

export type Signal = 'SIGTERM' | 'SIGCONT' | 'SIGSTOP' | 'SIGKILL';

/** Sends a signal to a group. Windows has none: there the whole tree is ended by `taskkill`, whatever the signal. */
export function signalGroup(leader: number, signal: Signal): void {
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(leader), '/T', '/F'], () => {});
    return;
  }
  sendQuietly(-leader, signal);
}

export function signalAll(pids: readonly number[], signal: Signal): void {
  for (const pid of pids) sendQuietly(pid, signal);
}

function sendQuietly(pid: number, signal: Signal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, or not ours.
  }
}
