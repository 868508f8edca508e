import { useRef } from 'react';
import type { LiveState } from './use-live.ts';

/** State of a stream of which more is asked for: what is there stays until that has come. */
export function useKeptLive<T>(live: LiveState<T>): LiveState<T> {
  const last = useRef(live);
  if (live.status !== 'loading') last.current = live;
  return last.current;
}
