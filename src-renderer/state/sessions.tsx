import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Branch, SessionSummary, WorkspacesState } from '#contract';
import { useAppInfo } from './app-info.tsx';
import { type LiveState, useLive } from './use-live.ts';

const LOADING = { status: 'loading' } as const;

const SessionsContext = createContext<LiveState<readonly SessionSummary[]>>(LOADING);
const WorkspacesContext = createContext<LiveState<WorkspacesState>>(LOADING);
const BranchesContext = createContext<LiveState<readonly Branch[]>>(LOADING);
const PlacesContext = createContext<Readonly<Record<string, string>>>({});

/** Hears of the sessions, the open workspaces and the branches, once for all that shows something of them. */
export function SessionsProvider({ children }: { readonly children: ReactNode }) {
  const sessions = useLive((api, signal) => api.sessions.changed(undefined, { signal }), []);
  const workspaces = useLive((api, signal) => api.app.workspaces(undefined, { signal }), []);
  const branches = useLive((api, signal) => api.branches.changed(undefined, { signal }), []);
  return (
    <SessionsContext value={sessions}>
      <WorkspacesContext value={workspaces}>
        <BranchesContext value={branches}>
          <PlacesContext value={usePlaces(sessions)}>{children}</PlacesContext>
        </BranchesContext>
      </WorkspacesContext>
    </SessionsContext>
  );
}

/** Workspaces by session. The list changes all the time while something runs; they hardly ever do. */
function usePlaces(sessions: LiveState<readonly SessionSummary[]>): Readonly<Record<string, string>> {
  const listed = sessions.status === 'ready' ? sessions.value : [];
  const known = listed.flatMap(({ id, workspace }) => (workspace === undefined ? [] : [[id, workspace]]));
  const text = JSON.stringify(Object.fromEntries(known));
  return useMemo(() => JSON.parse(text) as Record<string, string>, [text]);
}

/** All sessions, newest first. */
export function useSessions(): LiveState<readonly SessionSummary[]> {
  return useContext(SessionsContext);
}

/** The open workspaces, and what a second start wants to be shown. */
export function useWorkspacesState(): LiveState<WorkspacesState> {
  return useContext(WorkspacesContext);
}

/** Every branch, newest first. */
export function useBranches(): LiveState<readonly Branch[]> {
  return useContext(BranchesContext);
}

/** Absolute path of a session's workspace; the one that the app was started with where the record does not say. */
export function useWorkspaceOf(session: string): string | undefined {
  const first = useAppInfo()?.workspace.path;
  return useContext(PlacesContext)[session] ?? first;
}
