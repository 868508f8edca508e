import type { HeldTree } from './hold.ts';
import { MarkedHold } from './marked-hold.ts';
import type { ContainedGroup } from './model.ts';
import { StoppedProcesses } from './stopped-processes.ts';
import { TreeHold } from './tree-hold.ts';

type WatchedProcesses = Pick<
  ContainedGroup,
  'usage' | 'isLimited' | 'limitProcesses' | 'programs' | 'pids' | 'pause' | 'goOn'
>;

/**
 * Observes a program that something else has started, such as Electron, and whose processes are held by its mark alone.
 */
export function heldProgram({ pid, marker }: HeldTree): WatchedProcesses {
  const hold = process.platform === 'linux' ? new MarkedHold({ pid, marker }) : new TreeHold({ pid, marker });
  const stopped = new StoppedProcesses();
  return {
    isLimited: false,
    // Which of its processes are its own nobody says.
    programs: Number.POSITIVE_INFINITY,
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
