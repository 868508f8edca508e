import { MarkedContainer } from './marked-container.ts';
import type { ContainedGroup } from './model.ts';
import type { ContainedTree } from './process-container.ts';
import { StoppedProcesses } from './stopped-processes.ts';
import { TreeContainer } from './tree-container.ts';

type WatchedProcesses = Pick<
  ContainedGroup,
  'usage' | 'isLimited' | 'limitProcesses' | 'programs' | 'pids' | 'pause' | 'goOn'
>;

/**
 * Observes a program that something else has started, such as Electron, and whose processes are held by its mark alone.
 */
export function heldProgram({ pid, marker }: ContainedTree): WatchedProcesses {
  const container =
    process.platform === 'linux' ? new MarkedContainer({ pid, marker }) : new TreeContainer({ pid, marker });
  const stopped = new StoppedProcesses();
  return {
    isLimited: false,
    // Which of its processes are its own nobody says.
    programs: Number.POSITIVE_INFINITY,
    pids: () => container.pids(),
    limitProcesses: async () => {},
    pause: () => stopped.stop(() => container.pids()),
    goOn: () => stopped.goOn(),
    usage: async () => {
      const measured = await container.measure(new Set());
      return measured && { ...measured, processes: measured.pids.length };
    },
  };
}
