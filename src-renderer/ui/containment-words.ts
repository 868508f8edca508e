import type { Containment, ContainmentStep } from '#contract';

interface StepWords {
  /** As in “Kept together by …”. */
  readonly by: string;
  /** What that holds, and what it does not. */
  readonly holds: string;
}

const STEPS: Readonly<Record<ContainmentStep, StepWords>> = {
  'cgroup-v2': {
    by: 'control groups (v2)',
    holds: 'The kernel counts every process a command starts and ends them all at once; none can leave.',
  },
  'cgroup-v1': {
    by: 'control groups (v1)',
    holds: 'The kernel counts every process a command starts; they are ended together, and none can leave.',
  },
  'pid-namespace': {
    by: 'a process namespace of its own (bubblewrap)',
    holds: 'Everything a command starts ends with it. Numbers of processes are looked at several times a second.',
  },
  'marked-scan': {
    by: 'a mark on every process',
    holds:
      'Marked processes are searched for, stopped and ended until none is left. A program that hides its mark may stay.',
  },
  'process-tree': {
    by: 'the tree of its processes',
    holds: 'What leaves the tree on purpose may stay behind.',
  },
};

/** `Kept together by control groups (v1).` and what that means. */
export function containmentWords({ step }: Containment): { readonly title: string; readonly text: string } {
  const { by, holds } = STEPS[step];
  return { title: `Kept together by ${by}.`, text: holds };
}

/** As in “Kept together by …”. */
export const keptTogetherBy = (step: ContainmentStep): string => STEPS[step].by;
