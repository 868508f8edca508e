import { statSync } from 'node:fs';
import type { Program } from '../death-signal.ts';
import { isProgram } from '../find-program.ts';
import { allRows, inSlices, readProc } from './proc-files.ts';

export const PRLIMIT = '/usr/bin/prlimit';
/** bubblewrap and the namespace's first process. */
const AROUND = 2;
/** Room in the kernel's limit beside the processes: for as many threads, or this many where that is more. */
const ROOM = 32;

/**
 * The program under RLIMIT_NPROC, where no control group limits processes. It counts all processes and threads of the user,
 * those in a namespace of its own user alone, and does not bind root. It bounds what a storm of processes can do until the
 * next look, which says why it ends; a limit that could never be passed would only make programs fail without a reason.
 */
export async function withProcessLimit(
  program: Program,
  most: number | undefined,
  isNamespace: boolean,
): Promise<Program> {
  if (most === undefined || process.getuid?.() === 0 || !isProgram(PRLIMIT)) return program;
  const limit = most + Math.max(most, ROOM) + (isNamespace ? AROUND : await tasksOf(process.getuid?.() ?? 0));
  return { file: PRLIMIT, args: [`--nproc=${limit}:${limit}`, '--', program.file, ...program.args] };
}

/** Processes and threads of a user. */
async function tasksOf(uid: number): Promise<number> {
  const counts = await inSlices(await allRows(), ({ pid }) => (ownerOf(pid) === uid ? threadsOf(pid) : 0));
  return counts.reduce((sum, count) => sum + count, 0);
}

function threadsOf(pid: number): number {
  return Number(/^Threads:\s*(\d+)/m.exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0);
}

function ownerOf(pid: number): number | undefined {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
}
