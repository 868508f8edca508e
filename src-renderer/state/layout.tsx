import { createContext, type ReactNode, useCallback, useContext, useRef, useState, useSyncExternalStore } from 'react';
import { LayoutStore } from './layout-store.ts';

const LayoutContext = createContext<LayoutStore | undefined>(undefined);

export function LayoutProvider({ store, children }: { readonly store: LayoutStore; readonly children: ReactNode }) {
  return <LayoutContext value={store}>{children}</LayoutContext>;
}

/** Forgets pieces of the layout by their keys. */
export function useForgetLayout(): (keys: readonly string[]) => void {
  const store = useContext(LayoutContext);
  return useCallback(
    (keys) => {
      for (const key of keys) store?.set(key, undefined);
    },
    [store],
  );
}

/** The layout of the provider; without one, a layout that lives as long as the component. */
function useProvidedLayout(): LayoutStore {
  const shared = useContext(LayoutContext);
  const [own] = useState(() => new LayoutStore({}));
  return shared ?? own;
}

/** Whether the host refuses to keep a piece of the layout. */
export function useHasRefusedLayout(): boolean {
  const store = useProvidedLayout();
  return useSyncExternalStore(store.subscribe, () => store.hasRefused);
}

/** Pieces of the layout by their keys, for what is done now rather than drawn; `undefined` forgets one. */
export function useLayoutPieces(): Pick<LayoutStore, 'get' | 'set' | 'keys'> {
  return useProvidedLayout();
}

/**
 * A piece of state that survives a restart, by a key of its own such as `sessions.widths`. It must be JSON. What was kept is given
 * back as it is: a reader that changes its shape checks it. Without a provider it lives as long as the component. The last of the
 * three reads it when it is called, for what goes on after an answer.
 */
export function useLayout<T>(key: string, fallback: T): [value: T, set: (value: T) => void, now: () => T] {
  const store = useProvidedLayout();
  const kept = useSyncExternalStore(store.subscribe, () => store.get(key));
  const set = useCallback((value: T) => store.set(key, value), [store, key]);
  const latest = useRef(fallback);
  latest.current = fallback;
  const now = useCallback(() => (store.get(key) as T | undefined) ?? latest.current, [store, key]);
  return [kept === undefined ? fallback : (kept as T), set, now];
}
