import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useLayout } from './layout.tsx';

export const viewIds = [
  'sessions',
  'terminals',
  'changes',
  'prompts',
  'workspaces',
  'schedules',
  'providers',
  'activity',
  'settings',
] as const;
export type ViewId = (typeof viewIds)[number];

export interface Navigation {
  readonly view: ViewId;
  /** What the view is to show, such as the id of a change, a session or an event. */
  readonly target: string | undefined;
  readonly open: (view: ViewId, target?: string) => void;
}

const NavigationContext = createContext<Navigation>({ view: 'sessions', target: undefined, open: () => {} });

/** The first view of all is a working shell. */
export function NavigationProvider({ children }: { readonly children: ReactNode }) {
  const [kept, setView] = useLayout<string>('view', 'terminals');
  const [target, setTarget] = useState<string | undefined>(undefined);
  const view = viewIds.find((id) => id === kept) ?? 'terminals';
  const open = useCallback(
    (next: ViewId, nextTarget?: string) => {
      setView(next);
      setTarget(nextTarget);
    },
    [setView],
  );
  const navigation = useMemo(() => ({ view, target, open }), [view, target, open]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

export function useNavigation(): Navigation {
  return useContext(NavigationContext);
}
