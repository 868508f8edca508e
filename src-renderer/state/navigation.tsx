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
  /** View that is shown at the time of the call: slow work leads on only from where it was begun. */
  readonly viewNow: () => ViewId;
}

const NavigationContext = createContext<ViewNavigation>({
  view: 'sessions',
  target: undefined,
  count: 0,
  open: () => {},
  viewNow: () => 'sessions',
});

/** The first view of all: a working shell. */
const FIRST = 'terminals';

const knownView = (kept: string): ViewId => viewIds.find((id) => id === kept) ?? FIRST;

/** Provides which view is shown. */
export function NavigationProvider({ children }: { readonly children: ReactNode }) {
  const [kept, setView, keptNow] = useLayout<string>('view', FIRST);
  const [{ target, count }, setPlace] = useState<Pick<ViewNavigation, 'target' | 'count'>>({
    target: undefined,
    count: 0,
  });
  const view = knownView(kept);
  const viewNow = useCallback(() => knownView(keptNow()), [keptNow]);
  const open = useCallback(
    (next: ViewId, nextTarget?: string) => {
      setView(next);
      setPlace((place) => ({ target: nextTarget, count: place.count + 1 }));
    },
    [setView],
  );
  const navigation = useMemo(() => ({ view, target, count, open, viewNow }), [view, target, count, open, viewNow]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

export function useNavigation(): ViewNavigation {
  return useContext(NavigationContext);
}
