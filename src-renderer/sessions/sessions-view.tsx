import { useCallback, useMemo, useState } from 'react';
import type { SessionSummary } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useActions } from '../state/actions.tsx';
import { errorText } from '../state/error-text.ts';
import { useNavigation } from '../state/navigation.tsx';
import { useLive } from '../state/use-live.ts';
import { Banner } from '../ui/banner.tsx';
import { ListAndDetail } from '../ui/list-and-detail.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import { SessionList } from './session-list.tsx';
import { useCurrentSession } from './use-current-session.ts';

const none: readonly SessionSummary[] = [];

/** The sessions and the conversation of the one that is chosen. */
export function SessionsView({ isVisible }: { readonly isVisible: boolean }) {
  const api = useApi();
  const { open } = useNavigation();
  const live = useLive((remote, signal) => remote.sessions.changed(undefined, { signal }), []);
  const sessions = live.status === 'ready' ? live.value : none;
  const { current, choose } = useCurrentSession(sessions);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  const create = useCallback(async () => {
    const session = await api.sessions.create({});
    choose(session.id);
    return session.id;
  }, [api, choose]);

  const createAndReport = useCallback(() => {
    setProblem(undefined);
    create().catch((error: unknown) => setProblem(`No session could be made: ${errorText(error)}`));
  }, [create]);

  useActions(
    useMemo(
      () => [
        {
          id: 'sessions.new',
          title: 'New session',
          group: 'Sessions',
          run: () => {
            open('sessions');
            createAndReport();
          },
        },
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
