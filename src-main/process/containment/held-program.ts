import type { HeldTree } from './hold.ts';
import { MarkedHold } from './marked-hold.ts';
import type { ContainedGroup } from './model.ts';
import { StoppedProcesses } from './stopped-processes.ts';
import { TreeHold } from './tree-hold.ts';

/**
 * Observes a program that something else has started, such as Electron, and whose processes are held by its mark alone.
 */
export function heldProgram({
  pid,
  marker,
}: HeldTree): Pick<ContainedGroup, 'usage' | 'isLimited' | 'limitProcesses' | 'pids' | 'pause' | 'goOn'> {
  const hold = process.platform === 'linux' ? new MarkedHold({ pid, marker }) : new TreeHold({ pid, marker });
  const stopped = new StoppedProcesses();
  return {
    isLimited: false,
    pids: () => hold.pids(),
    limitProcesses: async () => {},
    pause: () => stopped.stop(() => hold.pids()),
    goOn: () => stopped.goOn(),
    usage: async () => {
      const measured = await hold.measure(new Set());
      return measured && { ...measured, processes: measured.pids.length };
    },
  };
}
