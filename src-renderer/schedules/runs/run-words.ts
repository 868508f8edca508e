import type { RunBranch, ScheduleRun } from '#contract';
import { formatCount, formatDollars, formatDuration } from '../../ui/format.ts';
import type { StateTextProps } from '../../ui/state-text.tsx';

/** States of a run as its row says them. */
export const RUN_STATES: Readonly<Record<ScheduleRun['state'], StateTextProps>> = {
  running: { text: 'running', icon: 'running', tone: 'info' },
  waiting: { text: 'waits for you', icon: 'attention', tone: 'warning' },
  done: { text: 'done', icon: 'check', tone: 'success' },
  failed: { text: 'failed', icon: 'error', tone: 'danger' },
  'over-budget': { text: 'over budget', icon: 'warning', tone: 'warning' },
  stopped: { text: 'stopped', icon: 'stop', tone: 'neutral' },
  interrupted: { text: 'interrupted', icon: 'warning', tone: 'danger' },
};

/** Whether a run works no more. */
export const isOver = ({ state }: Pick<ScheduleRun, 'state'>): boolean => state !== 'running' && state !== 'waiting';

/** Cost in dollars, else in tokens; undefined if neither is known. */
export function costWords({ cost, tokens }: Pick<ScheduleRun, 'cost' | 'tokens'>): string | undefined {
  if (cost !== undefined) return formatDollars(cost);
  return tokens === undefined ? undefined : `${formatCount(tokens)} tokens`;
}

const STARTERS: Readonly<Record<ScheduleRun['by'], string>> = {
  time: 'by the clock',
  missed: 'for a run that was missed',
  person: 'by you',
};

/** Describes the start, such as `started by the clock, took 12 s`. */
export function startWords({ by, startedAt, endedAt }: ScheduleRun): string {
  const took = endedAt === undefined ? '' : `, took ${formatDuration(Math.max(0, endedAt - startedAt))}`;
  return `started ${STARTERS[by]}${took}`;
}

/** Describes the person's decision about it. */
export function runVerdictWords({
  isUndone,
  isKept,
  branch,
}: Pick<ScheduleRun, 'isUndone' | 'isKept' | 'branch'>): string | undefined {
  if (branch !== undefined) return BRANCH_STATES[branch.state];
  if (isUndone) return 'undone';
  return isKept ? 'kept' : undefined;
}

const BRANCH_STATES: Readonly<Record<RunBranch['state'], string | undefined>> = {
  open: undefined,
  taken: 'accepted',
  dropped: 'dropped',
};

export type RunVerb = 'accept' | 'drop' | 'restore' | 'keep' | 'undo' | 'redo' | 'chat' | 'again' | 'stop';

/** Actions available on a run now. */
export function verbsOf(run: ScheduleRun): ReadonlySet<RunVerb> {
  const { session, turn, files, isKept, isUndone, branch } = run;
  const over = isOver(run);
  // What was done in a branch is in the workspace only once it was accepted, and is undone there.
  const canTurnBack = over && session !== undefined && turn !== undefined && branch === undefined;
  const offered: Readonly<Record<RunVerb, boolean>> = {
    accept: over && files > 0 && branch?.state === 'open',
    drop: over && branch !== undefined && branch.state !== 'dropped',
    restore: branch?.state === 'dropped',
    keep: over && files > 0 && !isKept && !isUndone && branch === undefined,
    undo: canTurnBack && files > 0 && !isUndone,
    redo: canTurnBack && isUndone,
    chat: session !== undefined && branch?.state !== 'dropped',
    again: over,
    stop: !over,
  };
  return new Set((Object.keys(offered) as RunVerb[]).filter((verb) => offered[verb]));
}

/** A line of an answer as it reads, without the marks of Markdown. */
export function plainLine(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}|[-*+]|\d+\.|>)\s+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2');
}
