import type { AppInfo, SessionSummary } from '#contract';
import { useAppInfo } from './app-info.tsx';
import { useLayout } from './layout.tsx';
import { newestConversation } from './newest-conversation.ts';
import { useSessions } from './sessions.tsx';

const NONE: readonly SessionSummary[] = [];

/** Id of the session that was chosen last. */
export function useChosenSession() {
  return useLayout<string | undefined>('sessions.current', undefined);
}

/** The session that was chosen, else the newest conversation in the workspace that the app was started with. */
export function shownSession(
  sessions: readonly SessionSummary[],
  chosen: string | undefined,
  info: Pick<AppInfo, 'workspace'> | undefined,
): SessionSummary | undefined {
  const first = info?.workspace.path;
  const isHere = ({ workspace = first }: SessionSummary) => first === undefined || workspace === first;
  return sessions.find(({ id }) => id === chosen) ?? newestConversation(sessions.filter(isHere));
}

/** The session that Sessions shows, or showed last, among all. */
export function useShownSession(): {
  readonly sessions: readonly SessionSummary[];
  readonly shown: SessionSummary | undefined;
} {
  const live = useSessions();
  const [chosen] = useChosenSession();
  const info = useAppInfo();
  const sessions = live.status === 'ready' ? live.value : NONE;
  return { sessions, shown: shownSession(sessions, chosen, info) };
}
