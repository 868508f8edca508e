import { useSyncExternalStore } from 'react';
import type { Observable } from '../api/connection-state.ts';

/** The present value of something that changes outside React. */
export function useObserved<T>(source: Observable<T>): T {
  return useSyncExternalStore(source.subscribe, source.get);
}
