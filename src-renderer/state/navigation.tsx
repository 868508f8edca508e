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

/** The target in Sessions that opens the form in which a model is connected. */
export const CONNECT = 'connect';

/** The target in Workspaces that opens the form in which an agent is made; another one is the path of a workspace, its tasks (`task-target.ts`), or an image (`image-target.ts`). */
export const NEW_AGENT = 'new-agent';

export interface ViewNavigation {
  readonly view: ViewId;
  /**
   * Item that the view should show, such as the id of a change, a session or an event; `session:` and its id for all of
   * a session's events.
   */
  readonly target: string | undefined;
  /** Rises each time something is opened, so that going to the same place twice is seen. */
  readonly count: number;
  readonly open: (view: ViewId, target?: string) => void;
}

const NavigationContext = createContext<ViewNavigation>({
  view: 'sessions',
  target: undefined,
  count: 0,
  open: () => {},
});

/** Provides which view is shown; the first of all is a working shell. */
export function NavigationProvider({ children }: { readonly children: ReactNode }) {
  const [kept, setView] = useLayout<string>('view', 'terminals');
  const [{ target, count }, setPlace] = useState<Pick<ViewNavigation, 'target' | 'count'>>({
    target: undefined,
    count: 0,
  });
  const view = viewIds.find((id) => id === kept) ?? 'terminals';
  const open = useCallback(
    (next: ViewId, nextTarget?: string) => {
      setView(next);
      setPlace((place) => ({ target: nextTarget, count: place.count + 1 }));
    },
    [setView],
  );
  const navigation = useMemo(() => ({ view, target, count, open }), [view, target, count, open]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

export function useNavigation(): ViewNavigation {
  return useContext(NavigationContext);
}
