import { readFileSync } from 'node:fs';
import { systemCodeOf } from '#core/app-error';

/** Tells one process from every other that ever had its number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Boot and start time where the system says them without starting a program (Linux); a reused number then never matches. */
  readonly started?: string;
}

export function processIdentity(pid: number): ProcessIdentity {
  const started = startTime(pid);
  return started === undefined ? { pid } : { pid, started };
}

/** `unknown`: a process of that number runs, and the system does not say whether it is the same one. */
export function processState(identity: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    // EPERM: it runs and belongs to somebody else.
    if (systemCodeOf(error) !== 'EPERM') return 'dead';
  }
  if (process.platform !== 'linux' || identity.started === undefined) return 'unknown';
  return startTime(identity.pid) === identity.started ? 'alive' : 'dead';
}

function startTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything, so count from its end: the state is field 3 and the start time field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}
