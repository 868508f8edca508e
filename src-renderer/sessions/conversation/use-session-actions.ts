import { useMemo } from 'react';
import type { SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { actionOf } from '../../state/action-table.ts';
import { useActions } from '../../state/actions.tsx';
import { failureText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { sessionActions } from '../action-table.ts';

export interface SessionActionsOptions {
  readonly session: SessionSummary | undefined;
  readonly isVisible: boolean;
  readonly focusComposer: () => void;
  readonly onProblem: (text: string) => void;
}

/** Registers the palette's actions on the visible session. */
export function useSessionActions({ session, isVisible, focusComposer, onProblem }: SessionActionsOptions): void {
  const api = useApi();
  const id = session?.id;
  const isFree = session !== undefined && session.state !== 'running' && session.state !== 'needs-you';
  useActions(
    useMemo(() => {
      const attempt = (what: string, act: () => Promise<string>) =>
        void act().then(announce, (error: unknown) => onProblem(failureText(what, error)));
      return [
        actionOf(sessionActions, 'sessions.compose', { enabled: isVisible, run: focusComposer }),
        actionOf(sessionActions, 'sessions.compact', {
          enabled: isVisible && isFree,
          run: () =>
            id !== undefined &&
            attempt('Not compacted', async () => (await api.sessions.compact({ session: id })).text),
        }),
        actionOf(sessionActions, 'sessions.reset', {
          enabled: isVisible && isFree,
          run: () =>
            id !== undefined &&
            attempt('Not emptied', async () => {
              await api.sessions.reset({ session: id });
              return 'The model has forgotten the conversation; it stays here to read.';
            }),
        }),
      ];
    }, [api, id, isVisible, isFree, focusComposer, onProblem]),
  );
}
