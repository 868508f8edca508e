import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { listProcessTree } from '#process/tree';

interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The group in the foreground of its terminal; -1 without one. */
  readonly foreground: number;
}

/** The live processes of the session that `leader` leads, its background jobs included; zombies do not count. */
export async function sessionProcesses(leader: number): Promise<readonly number[]> {
  if (process.platform !== 'linux') return await listProcessTree(leader, NO_MARKER);
  return allStats()
    .filter((stat) => stat.session === leader)
    .map(({ pid }) => pid);
}

/** Whether a process of that number is alive. Linux only. */
export function isAlive(pid: number): boolean {
  return statOf(pid) !== undefined;
}

/** The folder a process is in; nothing if it has ended. Linux only. */
export function processFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Name of the shell's foreground program, or else of a child of it. Linux only. */
export function jobOf(leader: number): string | undefined {
  const shell = statOf(leader);
  if (!shell) return undefined;
  if (shell.foreground > 0 && shell.foreground !== shell.group) {
    return statOf(shell.foreground)?.name ?? jobOfGroup(leader, shell.foreground);
  }
  return childrenOf(leader)[0]?.name;
}

/** One whose leader has ended, as the first of a pipeline may; further down than the children only a subshell has it. */
function jobOfGroup(leader: number, foreground: number): string | undefined {
  const isOfIt = ({ group }: ProcessStat) => group === foreground;
  return (childrenOf(leader).find(isOfIt) ?? recentStats().find(isOfIt))?.name;
}

/** Live children. Asked of every idle shell every few seconds, so the process table is read only where the kernel keeps no list of them. */
function childrenOf(pid: number): readonly ProcessStat[] {
  const listed = processTasks(pid).map((task) => readQuietly(`/proc/${pid}/task/${task}/children`));
  if (listed.every((text) => text === '') && !keepsChildren()) {
    return recentStats().filter(({ parent }) => parent === pid);
  }
  const pids = listed.flatMap((text) => text.split(' ').filter(Boolean));
  return pids.map((child) => statOf(Number(child))).filter((stat) => stat !== undefined);
}

/** Any of its threads may have started a child. */
function processTasks(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Whether the kernel was built with CONFIG_PROC_CHILDREN, as nearly all are. */
function keepsChildren(): boolean {
  return existsSync(`/proc/${process.pid}/task/${process.pid}/children`);
}

/**
 * Age in milliseconds up to which a reading of the process table is shared by shells that are checked one after the
 * other.
 */
const RECENT_MS = 250;
let recent: { readonly at: number; readonly stats: readonly ProcessStat[] } | undefined;

function recentStats(): readonly ProcessStat[] {
  const now = performance.now();
  if (recent === undefined || now - recent.at > RECENT_MS) recent = { at: now, stats: allStats() };
  return recent.stats;
}

/** Carried by nothing: what has detached itself from the session is meant to stay. */
const NO_MARKER = 'no marker';

function allStats(): readonly ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat !== undefined);
}

/** `pid (name) state ppid pgrp session tty_nr tpgid …`, where the name may hold spaces and parentheses (proc(5)). */
function statOf(pid: number): ProcessStat | undefined {
  const text = readQuietly(`/proc/${pid}/stat`);
  const end = text.lastIndexOf(')');
  if (end < 0) return undefined;
  const [state, parent, group, session, , foreground] = text.slice(end + 2).split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  return {
    pid,
    name: programName(text.slice(text.indexOf('(') + 1, end)),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    foreground: Number(foreground),
  };
}

/** The name as text; the kernel keeps 15 bytes of it, which may end within a character. */
function programName(latin1: string): string {
  return Buffer.from(latin1, 'latin1')
    .toString()
    .replace(/\ufffd+$/, '');
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
