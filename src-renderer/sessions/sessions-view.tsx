import { useCallback, useMemo, useState } from 'react';
import type { SessionSummary } from '#contract';
import { actionOf } from '../state/action-table.ts';
import { useActions } from '../state/actions.tsx';
import { failureText } from '../state/error-text.ts';
import { useNavigation } from '../state/navigation.tsx';
import { useSessions } from '../state/sessions.tsx';
import { Banner } from '../ui/banner.tsx';
import { ListAndDetail } from '../ui/list-and-detail.tsx';
import { sessionActions } from './action-table.ts';
import { ConversationPane } from './conversation/conversation-pane.tsx';
import { SessionList } from './list/session-list.tsx';
import { useCurrentSession } from './list/use-current-session.ts';

const none: readonly SessionSummary[] = [];

/** The sessions and the conversation of the one that is chosen. */
export function SessionsView({ isVisible }: { readonly isVisible: boolean }) {
  const { open } = useNavigation();
  const live = useSessions();
  const sessions = live.status === 'ready' ? live.value : none;
  const { current, choose, create } = useCurrentSession(sessions);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  const createAndReport = useCallback(
    (workspace?: string) => {
      setProblem(undefined);
      create(workspace).catch((error: unknown) => setProblem(failureText('No session could be made', error)));
    },
    [create],
  );

  useActions(
    useMemo(
      () => [
        actionOf(sessionActions, 'sessions.new', {
          run: () => {
            open('sessions');
            createAndReport();
          },
        }),
      ],
      [createAndReport, open],
    ),
  );

  const list = (
    <>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <SessionList sessions={live} current={current?.id} onChoose={choose} onCreate={createAndReport} />
    </>
  );
  return (
    <ListAndDetail name="sessions" list={list}>
      <ConversationPane session={current} onCreate={create} isVisible={isVisible} />
    </ListAndDetail>
  );
}
