import type { Containment, ContainmentStep } from '#contract';

interface StepWords {
  /** The words after “Contained by”. */
  readonly by: string;
  /** Sentence about what it contains, and what it does not. */
  readonly holds: string;
}

const STEPS: Readonly<Record<ContainmentStep, StepWords>> = {
  'cgroup-v2': {
    by: 'cgroups v2',
    holds: 'The kernel counts every process a command starts and ends them all at once; none can leave.',
  },
  'cgroup-v1': {
    by: 'cgroups v1',
    holds: 'The kernel counts every process a command starts; they are ended together, and none can leave.',
  },
  'pid-namespace': {
    by: 'a process namespace of its own (bubblewrap)',
    holds: 'Everything a command starts ends with it. Processes are counted several times a second.',
  },
  'marked-scan': {
    by: 'a mark on every process',
    holds:
      'Marked processes are found, stopped and ended until none is left. A program that removes its mark may keep running.',
  },
  'process-tree': {
    by: 'the tree of its processes',
    holds: 'A process that leaves the tree on purpose may keep running.',
  },
};

/** Says `Contained by cgroups v1.` and what that means. */
export function containmentWords({ step }: Containment): { readonly title: string; readonly text: string } {
  const { by, holds } = STEPS[step];
  return { title: `Contained by ${by}.`, text: holds };
}

/** Words that follow “Contained by”. */
export const containedBy = (step: ContainmentStep): string => STEPS[step].by;
