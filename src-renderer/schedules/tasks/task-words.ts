import type { MissedPolicy, RunBudget, Schedule } from '#contract';
import { formatCount, formatDollars, formatDuration } from '../../ui/format.ts';
import type { Tone } from '../../ui/tone.ts';

interface StateWords {
  readonly text: string;
  readonly tone: Tone;
}

/** States of a task as its row says them. */
export const TASK_STATES: Readonly<Record<Schedule['state'], StateWords>> = {
  on: { text: 'On', tone: 'success' },
  off: { text: 'Off', tone: 'neutral' },
  changed: { text: 'Changed', tone: 'warning' },
  broken: { text: 'Broken', tone: 'danger' },
  unavailable: { text: 'Unavailable', tone: 'danger' },
};

/** Describes a budget, such as `10 min · 50k tokens · $0.50`. */
export function budgetWords({ seconds, tokens, cost }: RunBudget): string {
  const parts = [
    seconds === undefined ? undefined : shortDuration(seconds),
    tokens === undefined ? undefined : `${formatCount(tokens)} tokens`,
    cost === undefined ? undefined : formatDollars(cost),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'No limit' : parts.join(' · ');
}

/** Omits the seconds of whole minutes and the minutes of whole hours. */
function shortDuration(seconds: number): string {
  return formatDuration(seconds * 1000)
    .replace(/(min) 0 s$/, '$1')
    .replace(/(h) 0 min$/, '$1')
    .replace(/^(\d)\.0 s$/, '$1 s');
}

export const APPROVAL_WORDS: Readonly<Record<Schedule['approvals'], string>> = {
  'read-only': 'It may only read; whatever would change something is refused.',
  refuse: 'Mode and rules decide. Every question is answered no and listed in the inbox.',
  wait: 'Mode and rules decide. A question waits for you in the inbox, and the time limit is paused.',
};

export const MISSED_WORDS: Readonly<Record<MissedPolicy, string>> = {
  skip: 'Missed runs are skipped.',
  once: 'One run makes up for all missed ones.',
  all: 'Every missed run is run later.',
};

/** Explanation of missed runs if the file says nothing about them. */
export const MISSED_ASKS = 'Missed runs wait here until you answer.';

export const CONVERSATION_WORDS: Readonly<Record<Schedule['conversation'], string>> = {
  own: 'Each run is a conversation of its own.',
  main: 'All runs go on in the main conversation of the workspace.',
};

export const BRANCH_WORDS = 'Each run works in a copy of the folder. You accept or drop what it did, in the inbox.';

/** A task's key among those of all workspaces. */
export const taskKey = ({ workspace, folder }: Pick<Schedule, 'workspace' | 'folder'>): string =>
  `${workspace}\0${folder}`;

/** Whether it can be switched on, and run. */
export const canSwitch = ({ state }: Pick<Schedule, 'state'>): boolean => state !== 'broken' && state !== 'unavailable';

/** Whether it is on, even if it has to wait until its workspace can be used. */
export const isSwitchedOn = ({ state }: Pick<Schedule, 'state'>): boolean => state === 'on' || state === 'unavailable';
