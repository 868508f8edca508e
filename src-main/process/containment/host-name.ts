import { readlinkSync } from 'node:fs';
import { rowOf } from './proc-files.ts';

const NAME = /^sigma-(\d+)-(\d+)-(\d+)$/;

/**
 * Names the folder for a host's groups by PID namespace, process id and start time, which together identify the host
 * for good.
 */
export function hostName(pid: number = process.pid): string {
  return `sigma-${pidNamespace()}-${pid}-${rowOf(pid)?.startedAt ?? 0}`;
}

/** Whether that host, which ran where we can see it, is gone. */
export function isOfGoneHost(name: string): boolean {
  const [, namespace, pid, startedAt] = NAME.exec(name) ?? [];
  if (pid === undefined || namespace !== pidNamespace()) return false;
  const row = rowOf(Number(pid));
  return row === undefined || row.isZombie || row.startedAt !== Number(startedAt);
}

function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}
