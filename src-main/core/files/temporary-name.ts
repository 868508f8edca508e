import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readdir, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../text/sha256.ts';

/** `.<name>.sigma-<machine>-<pid>-<random>.tmp` */
const TEMPORARY = /^\..*\.sigma-([0-9a-f]{8})-([1-9]\d{0,9})-[0-9a-f]{8}\.tmp$/s;
const WRITER = /^sigma-([0-9a-f]{8})-([1-9]\d{0,9})(?!\d)/;

/** A name that says whose it is, so that what a killed process left can be told from what is being written. */
export function temporaryNameFor(name: string): string {
  return `${ownedName(name)}.tmp`;
}

/** A name for what was there and steps aside: no sweep takes it, since it may be all that is left of it. */
export function asideNameFor(name: string): string {
  return `${ownedName(name)}.aside`;
}

function ownedName(name: string): string {
  // A name has at most 255 bytes; a character has up to 4.
  const start = [...name].slice(0, 40).join('');
  return `.${start}.sigma-${machine()}-${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Removes temporary files in `folder` whose writer is a process of this machine that is gone. Never throws. */
export async function sweepTemporary(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter(isLeftTemporary))
    await unlink(join(folder, name)).catch(() => {});
}

/** Whether a file of this name was being written by a process of this machine that is gone. */
export function isLeftTemporary(name: string): boolean {
  const [, writerMachine, pid] = TEMPORARY.exec(name) ?? [];
  return writerMachine === machine() && !isAlive(Number(pid));
}

/** A mark of this process in a file that it is writing; see `isWriterGone`. */
export function writerMark(): string {
  return `sigma-${machine()}-${process.pid}`;
}

/** Whether the mark is of a process of this machine that is gone. */
export function isWriterGone(mark: string): boolean {
  const [, writerMachine, pid] = WRITER.exec(mark) ?? [];
  return writerMachine === machine() && !isAlive(Number(pid));
}

/** Our own included: another part of this process may be writing. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

let known: string | undefined;

/** Folders may be shared with other machines and containers, whose processes cannot be seen from here. */
function machine(): string {
  known ??= sha256(`${hostname()} ${pidNamespace()}`).slice(0, 8);
  return known;
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
