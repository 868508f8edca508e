import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Action, ActionRegistry } from './action-registry.ts';
import { actionFor } from './key-routing.ts';

export type { Action } from './action-registry.ts';

const RegistryContext = createContext<ActionRegistry>(new ActionRegistry());

export interface ActionsProviderProps {
  /** Keys by action id, from the settings. */
  readonly keymap: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** Holds the actions of everything below it and runs them by key. */
export function ActionsProvider({ keymap, children }: ActionsProviderProps) {
  const [registry] = useState(() => new ActionRegistry());
  useLayoutEffect(() => registry.setKeymap(keymap), [registry, keymap]);
  useEffect(() => {
    const onKeyDown = (press: KeyboardEvent) => {
      const action = actionFor(press, { registry });
      if (action === undefined) return;
      press.preventDefault();
      press.stopPropagation();
      action.run();
    };
    // Before any pane sees it: xterm.js and Monaco stop keys from rising.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

/** Registers the actions while the component is mounted. A view that is hidden disables those that act on it. */
export function useActions(actions: readonly Action[]): void {
  const registry = useContext(RegistryContext);
  const owner = useRef<object>({});
  useLayoutEffect(() => registry.set(owner.current, actions), [registry, actions]);
  useLayoutEffect(() => {
    const key = owner.current;
    return () => registry.delete(key);
  }, [registry]);
}

/** Registers what views offer once they are open; a view's own action takes the place of one of these. */
export function useDeclaredActions(actions: readonly Action[]): void {
  const registry = useContext(RegistryContext);
  const owner = useRef<object>({});
  useLayoutEffect(() => {
    const key = owner.current;
    registry.declare(key, actions);
    return () => registry.delete(key);
  }, [registry, actions]);
}

/** The action's present key, as it is to be shown. */
export function useKeyFor(id: string): string | undefined {
  const registry = useContext(RegistryContext);
  return useSyncExternalStore(registry.subscribe, () => registry.keyFor(id));
}

/** Every registered action, for the palette and the list of keys. */
export function useActionRegistry(): ActionRegistry {
  return useContext(RegistryContext);
}

export function useActionList(): readonly Action[] {
  const registry = useContext(RegistryContext);
  return useSyncExternalStore(registry.subscribe, () => registry.list());
}
