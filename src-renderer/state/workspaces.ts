import { useMemo } from 'react';
import type { SessionSummary, Workspace } from '#contract';
import { lastName } from '../ui/last-name.ts';
import { useAppInfo } from './app-info.tsx';
import { useWorkspacesState } from './sessions.tsx';
import { useShownSession } from './shown-session.ts';

const NONE: readonly Workspace[] = [];

/** The workspaces that are open, the one that the app was started with first; none outside the app, as in tests of one pane. */
export function useOpenWorkspaces(): readonly Workspace[] {
  const info = useAppInfo();
  const live = useWorkspacesState();
  const first = useMemo(() => (info === undefined ? NONE : [info.workspace]), [info]);
  return live.status === 'ready' ? live.value.open : first;
}

/** The workspace with this path; one that is not open is called as its folder is. */
export function workspaceAt(path: string, open: readonly Workspace[]): Workspace {
  const known = open.find((workspace) => workspace.path === path);
  return known ?? { path, name: lastName(path), isSample: false };
}

/** The workspace of a session; else the one that the app was started with. */
export function useWorkspace(session: SessionSummary | undefined): Workspace | undefined {
  const open = useOpenWorkspaces();
  const path = session?.workspace ?? open[0]?.path;
  return useMemo(() => (path === undefined ? undefined : workspaceAt(path, open)), [path, open]);
}

/** The workspace of the session that Sessions shows, or showed last; else the one that the app was started with. */
export function useShownWorkspace(): Workspace | undefined {
  return useWorkspace(useShownSession().shown);
}

/** Items of one workspace. */
export interface WorkspaceGroup<Item> {
  readonly workspace: Workspace;
  readonly items: readonly Item[];
}

/**
 * Items by workspace: the open ones in their order, then the others as they come. What does not say where it belongs is the
 * first workspace's. Undefined where there is one workspace alone, which needs no heading.
 */
export function workspaceGroups<Item extends { readonly workspace?: string | undefined }>(
  items: readonly Item[],
  open: readonly Workspace[],
  placeOf: (item: Item) => string | undefined = ({ workspace }) => workspace,
): readonly WorkspaceGroup<Item>[] | undefined {
  const [first] = open;
  if (first === undefined) return undefined;
  const groups = new Map<string, Item[]>(open.map(({ path }) => [path, []]));
  for (const item of items) {
    const path = placeOf(item) ?? first.path;
    const group = groups.get(path);
    if (group) group.push(item);
    else groups.set(path, [item]);
  }
  if (groups.size === 1) return undefined;
  return [...groups].map(([path, group]) => ({ workspace: workspaceAt(path, open), items: group }));
}
