import { useCallback, useState } from 'react';
import type { Inbox } from '#contract';
import { useKeptLive } from '../../state/use-kept-live.ts';
import { type LiveState, useLive } from '../../state/use-live.ts';

/** Runs that are fetched first, and with each look further back. */
const FIRST = 100;
const MORE = 500;
/** Most runs that the host sends. */
const MOST = 10_000;

export interface InboxState {
  readonly live: LiveState<Inbox>;
  /** Whether there are older ones that can be shown. */
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly loadOlder: () => void;
}

/** The newest runs, as far back as was asked for. */
export function useInbox(): InboxState {
  const [most, setMost] = useState(FIRST);
  const live = useLive((api, signal) => api.schedules.inbox({ most }, { signal }), [most]);
  const last = useKeptLive(live);
  const isLoading = live.status === 'loading';
  const loadOlder = useCallback(() => setMost((count) => Math.min(MOST, count + MORE)), []);
  const older = last.status === 'ready' ? last.value.older : 0;
  return { live: last, hasMore: older > 0 && most < MOST, isLoading, loadOlder };
}
