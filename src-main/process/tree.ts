import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** In the environment of everything a group starts, so that descendants that left the group are still found. */
export const MARKER = 'SIGMA_GROUP';

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/**
 * The live processes that belong to the group led by `leader`: its group, its descendants, and on Linux whatever carries
 * `marker` in its environment, however far it has detached itself. Zombies do not count: pid 1 may be slow to reap them.
 */
export async function listTree(leader: number, marker: string): Promise<readonly number[]> {
  if (process.platform === 'win32') return [];
  const isLinux = process.platform === 'linux';
  const rows = isLinux ? await linuxRows() : await psRows();
  const marked = isLinux ? await markedPids(rows, marker) : new Set<number>();
  const own = rows.filter((row) => row.group === leader || row.pid === leader || marked.has(row.pid));
  return [...withDescendants(new Set(own.map(({ pid }) => pid)), rows)];
}

function withDescendants(tree: Set<number>, rows: readonly ProcessRow[]): Set<number> {
  const children = rows.filter(({ pid, parent }) => tree.has(parent) && !tree.has(pid));
  if (children.length === 0) return tree;
  return withDescendants(new Set([...tree, ...children.map(({ pid }) => pid)]), rows);
}

async function linuxRows(): Promise<ProcessRow[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(names.map(async (name) => parseStat(await readQuietly(`/proc/${name}/stat`))));
  return rows.filter((row) => row !== undefined);
}

/** `pid (name) state ppid pgrp …`, where the name may hold spaces and parentheses (proc(5)). */
function parseStat(stat: string): ProcessRow | undefined {
  const end = stat.lastIndexOf(')');
  if (end < 0) return undefined;
  const [state, parent, group] = stat.slice(end + 2).split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  return { pid: Number.parseInt(stat, 10), parent: Number(parent), group: Number(group) };
}

async function markedPids(rows: readonly ProcessRow[], marker: string): Promise<Set<number>> {
  const needle = `${MARKER}=${marker}`;
  const found = new Set<number>();
  await Promise.all(
    rows.map(async ({ pid }) => {
      if ((await readQuietly(`/proc/${pid}/environ`)).includes(needle)) found.add(pid);
    }),
  );
  return found;
}

/** Empty when the process is gone or belongs to somebody else. */
async function readQuietly(path: string): Promise<string> {
  return await readFile(path, 'latin1').catch(() => '');
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

/** Windows has no groups: there the whole tree is ended by `taskkill`, whatever the signal. */
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
