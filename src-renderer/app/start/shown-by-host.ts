import { useEffect } from 'react';
import { useAppInfo } from '../../state/app-info.tsx';
import { useLayout } from '../../state/layout.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { useSessions, useWorkspacesState } from '../../state/sessions.tsx';
import { useChosenSession, useShownSession } from '../../state/shown-session.ts';
import { useShownWorkspace } from '../../state/workspaces.ts';

/**
 * Shows the folder that a person started the app with: a session that the host names if it is a second start; at the
 * start of a host, a session of that folder instead of one in another that was shown last. Each start counts once.
 */
export function ShownByHost() {
  useSecondStart();
  useFirstStart();
  return null;
}

function useSecondStart(): void {
  const { open } = useNavigation();
  const [handledAt, setHandledAt] = useLayout('sessions.second-start', 0);
  const live = useWorkspacesState();
  const asked = live.status === 'ready' ? live.value.shown : undefined;
  const sessions = useSessions();
  const current = useShownWorkspace()?.path;
  const isListed = sessions.status === 'ready';
  useEffect(() => {
    if (asked === undefined || asked.at <= handledAt || !isListed) return;
    setHandledAt(asked.at);
    if (current !== asked.workspace) open('sessions', asked.session);
  }, [asked, handledAt, setHandledAt, open, isListed, current]);
}

function useFirstStart(): void {
  const info = useAppInfo();
  const { sessions } = useShownSession();
  const [chosen, setChosen] = useChosenSession();
  const [handledAt, setHandledAt] = useLayout('sessions.first-start', 0);
  const live = useWorkspacesState();
  const isListed = useSessions().status === 'ready' && live.status === 'ready';
  const wasStartedAgain = live.status === 'ready' && live.value.shown !== undefined;
  const current = sessions.find(({ id }) => id === chosen);
  useEffect(() => {
    // The sample is nobody's choice: who was in another folder goes on there.
    if (info === undefined || info.workspace.isSample || info.startedAt <= handledAt || !isListed) return;
    // Also where nothing was shown before: what is chosen from now on is the person's choice.
    setHandledAt(info.startedAt);
    if (current === undefined || wasStartedAgain) return;
    if ((current.workspace ?? info.workspace.path) !== info.workspace.path) setChosen(undefined);
  }, [info, current, isListed, wasStartedAgain, handledAt, setHandledAt, setChosen]);
}
