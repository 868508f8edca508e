import { useSyncExternalStore } from 'react';
import type { ObservableValue } from '../api/connection-state.ts';

/** The present value of something that changes outside React. */
export function useObserved<T>(source: ObservableValue<T>): T {
  return useSyncExternalStore(source.subscribe, source.get);
}
