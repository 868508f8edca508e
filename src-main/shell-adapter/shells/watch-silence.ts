import { readFileSync, readlinkSync } from 'node:fs';

/** Time between two checks, in milliseconds. */
const EVERY_MS = 300;
/** System call numbers of `read`, on x64 and arm64. */
const READ = new Set(['0', '63']);

/** Standard input of a shell, which is something else while a command runs; `undefined` if it cannot be seen. */
export function standardInput(pid: number | undefined): string | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    return readlinkSync(`/proc/${pid}/fd/0`);
  } catch {
    return undefined;
  }
}

/** Calls back when the shell waits for its next command, and so runs nothing, at two looks in a row. Returns what ends it. */
export function watchSilence(pid: number | undefined, input: string | undefined, onSilent: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => {};
  let looks = 0;
  const timer = setInterval(() => {
    looks = waitsForInput(pid, input) ? looks + 1 : 0;
    if (looks < 2) return;
    clearInterval(timer);
    onSilent();
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

function waitsForInput(pid: number, input: string | undefined): boolean {
  const now = standardInput(pid);
  // Node's pipes are sockets; commands hardly read from others.
  if (input === undefined ? !now?.startsWith('socket:') : now !== input) return false;
  try {
    const [call = '', descriptor] = readFileSync(`/proc/${pid}/syscall`, 'latin1').split(' ');
    return READ.has(call) && descriptor === '0x0';
  } catch {
    return false;
  }
}
