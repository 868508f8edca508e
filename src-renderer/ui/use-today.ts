import { useSyncExternalStore } from 'react';

/** Time between two looks at the clock, in milliseconds: a timer to midnight would stand still while the machine sleeps. */
const LOOK_EVERY_MS = 30_000;

/** Readers of the clock, which look at it together: any number of rows may show a time. */
const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(reader: () => void): () => void {
  const own = () => reader();
  readers.add(own);
  timer ??= setInterval(() => {
    for (const look of [...readers]) look();
  }, LOOK_EVERY_MS);
  return () => {
    readers.delete(own);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const dateNow = () => new Date().toDateString();
const minuteNow = () => Math.floor(Date.now() / 60_000);

/** The day by the calendar of this machine. What is named by it, or is without its date, is drawn again when another one begins. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, dateNow);
}

/** The minute by the clock of this machine, in minutes since 1970: what says how long ago something was is drawn again by it. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, minuteNow);
}
