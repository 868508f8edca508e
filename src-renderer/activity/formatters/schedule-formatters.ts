import type { LedgerEventType } from '#contract';
import { plural } from '../../ui/format.ts';
import type { EventFormatter } from './event-formatter.ts';

type ScheduleEventType = Extract<LedgerEventType, `schedule.${string}` | `inbox.${string}`>;

const STATES = {
  done: 'is done',
  failed: 'failed',
  'over-budget': 'was ended at its budget',
  stopped: 'was stopped',
  interrupted: 'was interrupted by the end of the app',
} as const;
const POLICIES = { skip: 'none of them runs', once: 'the last one runs', all: 'all of them run' } as const;
const BY = { time: 'by the clock', missed: 'since it was missed', person: 'as you asked' } as const;

/** Descriptions of events about scheduled tasks. */
export const scheduleFormatters: { readonly [T in ScheduleEventType]: EventFormatter<T> } = {
  'schedule.enabled': {
    name: 'Task switched on',
    icon: 'settings',
    words: ({ name, cron }) => `You switched ${name} on: ${cron}`,
  },
  'schedule.paused': { name: 'Task paused', icon: 'settings', words: ({ folder }) => `You paused ${folder}` },
  'schedule.started': {
    name: 'Run started',
    icon: 'settings',
    words: ({ name, by }) => `${name} was started ${BY[by]}`,
  },
  'schedule.ended': {
    name: 'Run ended',
    icon: 'check',
    words: ({ folder, state, line }) => `${folder} ${STATES[state]}${line === '' ? '' : `: ${line}`}`,
  },
  'schedule.skipped': {
    name: 'Run left out',
    icon: 'refresh',
    words: ({ folder, count }) =>
      `${folder} still ran when its time came ${plural(count, 'time')}, so it was not run again`,
  },
  'schedule.missed': {
    name: 'Runs missed',
    icon: 'warning',
    words: ({ name, count, policy }) =>
      `${name} missed ${plural(count, 'run')}; ${policy === undefined ? 'they wait for your answer' : POLICIES[policy]}`,
  },
  'schedule.answered': {
    name: 'Missed runs answered',
    icon: 'settings',
    words: ({ folder, answer }) => `You answered what ${folder} missed: ${POLICIES[answer]}`,
  },
  'inbox.read': { name: 'Runs read', icon: 'settings', words: ({ runs }) => `You read ${plural(runs.length, 'run')}` },
  'inbox.kept': { name: 'Run kept', icon: 'settings', words: () => 'You kept what a run did' },
  'inbox.undone': {
    name: 'Run undone',
    icon: 'undo',
    words: ({ isUndone }) => (isUndone ? 'What a run did was undone' : 'What a run did was redone'),
  },
};
