import type { RefObject } from 'react';
import type { ScheduleRun } from '#contract';
import { actionOf } from '../../state/action-table.ts';
import { useActions } from '../../state/actions.tsx';
import { scheduleActions } from '../action-table.ts';
import { type RunVerb, verbsOf } from './run-words.ts';
import type { RunVerbs } from './use-run-verbs.ts';

export interface RunActionsOptions {
  readonly isVisible: boolean;
  readonly runs: readonly ScheduleRun[];
  /** Id of the run that is open. */
  readonly shown: string | undefined;
  readonly list: RefObject<HTMLElement | null>;
  readonly act: RunVerbs['act'];
  readonly unread: number;
  readonly onReadAll: () => void;
}

const VERBS = [
  'accept',
  'drop',
  'restore',
  'keep',
  'undo',
  'redo',
  'chat',
  'again',
  'stop',
] as const satisfies readonly RunVerb[];

/** Keys and palette entries of the inbox: they are about the run whose row has the focus, else about the one that is open. */
export function useRunActions({ isVisible, runs, shown, list, act, unread, onReadAll }: RunActionsOptions): void {
  const isEnabled = isVisible && runs.length > 0;
  const meant = () => {
    const at = document.activeElement;
    const row = list.current?.contains(at) === true ? at?.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;
    return runs.find(({ id }) => id === (row ?? shown));
  };
  const run = (verb: RunVerb) => () => {
    const one = meant();
    if (one !== undefined && verbsOf(one).has(verb)) act(verb, one);
  };
  const actions = [
    ...VERBS.map((verb) => actionOf(scheduleActions, `schedules.${verb}`, { enabled: isEnabled, run: run(verb) })),
    actionOf(scheduleActions, 'schedules.read', { enabled: isVisible && unread > 0, run: onReadAll }),
  ];
  useActions(actions);
}
