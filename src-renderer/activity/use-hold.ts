import { useCallback, useMemo, useState } from 'react';
import type { AnyLedgerEvent } from '#contract';
import { eventKey } from './event-key.ts';

/** List that grows at its top, or stays as it is while a person reads it. */
export interface EventHold {
  readonly events: readonly AnyLedgerEvent[];
  readonly isHeld: boolean;
  /** Number of events that have come since. */
  readonly waiting: number;
  readonly hold: () => void;
  readonly follow: () => void;
}

export function useHold(events: readonly AnyLedgerEvent[]): EventHold {
  // Of the newest event that is shown while it is held.
  const [top, setTop] = useState<string | undefined>(undefined);
  const waiting = useMemo(
    () =>
      top === undefined
        ? 0
        : Math.max(
            0,
            events.findIndex((event) => eventKey(event) === top),
          ),
    [events, top],
  );
  const newest = events[0];
  return {
    events: useMemo(() => (waiting === 0 ? events : events.slice(waiting)), [events, waiting]),
    isHeld: top !== undefined,
    waiting,
    hold: useCallback(() => setTop((was) => was ?? (newest === undefined ? undefined : eventKey(newest))), [newest]),
    follow: useCallback(() => setTop(undefined), []),
  };
}
