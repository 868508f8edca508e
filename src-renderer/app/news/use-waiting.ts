import { useEffect, useRef } from 'react';
import type { AppInfo, Question } from '#contract';
import { useLive } from '../../state/use-live.ts';

const NONE: readonly Question[] = [];

/** Follows the questions that wait for the person. */
export function useWaiting(): readonly Question[] {
  const live = useLive((api, signal) => api.approvals.waiting(undefined, { signal }), []);
  return live.status === 'ready' ? live.value : NONE;
}

/** Calls `onNew` when a question has come that was not there before. */
export function useNewQuestions(waiting: readonly Question[], onNew: (questions: readonly Question[]) => void): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  const listener = useRef(onNew);
  listener.current = onNew;
  useEffect(() => {
    const fresh = waiting.filter(({ id }) => !known.current.has(id));
    known.current = new Set(waiting.map(({ id }) => id));
    if (fresh.length > 0) listener.current(fresh);
  }, [waiting]);
}

/** The window's title: how much waits, and the session that is shown; nothing of what is asked. */
export function useWindowTitle(count: number, session: string | undefined): void {
  useEffect(() => {
    const name = session === undefined ? 'Sigma Shell' : `${session} – Sigma Shell`;
    document.title = count === 0 ? name : `(${count}) ${name}`;
  }, [count, session]);
}

/** Tells the system, in the browser target, where the person has allowed it and the window is not in front. */
export function notifySystem(target: AppInfo['target'] | undefined): void {
  if (target !== 'browser' || document.hasFocus()) return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notification = new Notification('Sigma Shell waits for you', {
    body: 'A session asks before it goes on.',
    tag: 'sigma-waiting',
  });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}
