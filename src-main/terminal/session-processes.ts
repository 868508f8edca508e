import { readdirSync, readFileSync } from 'node:fs';
import { listTree } from '#process/tree';

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
  if (process.platform !== 'linux') return await listTree(leader, NO_MARKER);
  return allStats()
    .filter((stat) => stat.session === leader)
    .map(({ pid }) => pid);
}

/** Whether a process of that number is alive. Linux only. */
export function isAlive(pid: number): boolean {
  return statOf(pid) !== undefined;
}

/** What the shell `leader` has in the foreground, or else a child of it, by name. Linux only. */
export function jobOf(leader: number): string | undefined {
  const shell = statOf(leader);
  if (!shell) return undefined;
  if (shell.foreground > 0 && shell.foreground !== shell.group) {
    return statOf(shell.foreground)?.name ?? allStats().find(({ group }) => group === shell.foreground)?.name;
  }
  return allStats().find(({ parent }) => parent === leader)?.name;
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
    name: text.slice(text.indexOf('(') + 1, end),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    foreground: Number(foreground),
  };
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
