import { useEffect, useRef } from 'react';
import type { Inbox, ScheduleRun } from '#contract';
import { useLive } from '../../state/use-live.ts';
import { announce } from '../../ui/announce.ts';

/** Most runs announced; more at once would be too many. */
const NEWEST = 5;

/** Counts unread runs, and tasks that missed some and wait for an answer. Announces what ends or begins to wait. */
export function useScheduleNews(): number {
  const inbox = useLive((api, signal) => api.schedules.inbox({ most: NEWEST }, { signal }), []);
  const tasks = useLive((api, signal) => api.schedules.changed(undefined, { signal }), []);
  useNews(inbox.status === 'ready' ? inbox.value : undefined);
  const unread = inbox.status === 'ready' ? inbox.value.unread : 0;
  const missed = tasks.status === 'ready' ? tasks.value.filter((task) => task.missed !== undefined).length : 0;
  return unread + missed;
}

const WORDS: Readonly<Partial<Record<ScheduleRun['state'], string>>> = {
  waiting: 'waits for you',
  done: 'is done',
  failed: 'failed',
  'over-budget': 'was ended: it is over its budget',
};

function useNews(inbox: Inbox | undefined): void {
  const before = useRef<ReadonlyMap<string, ScheduleRun['state']>>(undefined);
  useEffect(() => {
    if (inbox === undefined) return;
    const known = before.current;
    before.current = new Map(inbox.runs.map(({ id, state }) => [id, state]));
    if (known === undefined) return;
    for (const { id, name, state, isRead } of inbox.runs) {
      const words = WORDS[state];
      if (!isRead && words !== undefined && known.get(id) !== state) announce(`The run of ${name} ${words}`);
    }
  }, [inbox]);
}
