import { useCallback, useMemo, useState } from 'react';
import type { AnyLedgerEvent } from '#contract';
import { eventKey } from './event-key.ts';

/** List that grows at its top, or stays as it is while a person reads it. */
export interface PausableEvents {
  readonly events: readonly AnyLedgerEvent[];
  readonly isPaused: boolean;
  /** Number of events that have come since. */
  readonly waiting: number;
  readonly pause: () => void;
  readonly follow: () => void;
}

export function usePausableEvents(events: readonly AnyLedgerEvent[]): PausableEvents {
  // Key of the newest event that is shown while the list is paused.
  const [top, setTop] = useState<string | undefined>(undefined);
  const waiting = useMemo(
    () => (top === undefined ? 0 : events.findIndex((event) => eventKey(event) === top)),
    [events, top],
  );
  const newest = events[0];
  // The list of another filter: the one that is shown now is paused.
  if (top !== undefined && newest !== undefined && waiting === -1) setTop(eventKey(newest));
  return {
    events: useMemo(() => (waiting > 0 ? events.slice(waiting) : events), [events, waiting]),
    isPaused: top !== undefined,
    waiting: Math.max(0, waiting),
    pause: useCallback(() => setTop((was) => was ?? (newest === undefined ? undefined : eventKey(newest))), [newest]),
    follow: useCallback(() => setTop(undefined), []),
  };
}
