import { useCallback, useMemo, useRef, useState } from 'react';
import type { Inbox as Listed, ScheduleRun } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { LeftDialog } from '../../turns/left-dialog.tsx';
import { TurnUndoContext } from '../../turns/turn-undo.ts';
import { type TurnUndoState, useTurnUndo } from '../../turns/use-turn-undo.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListAndDetail } from '../../ui/list-and-detail.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { OpenRun } from '../runs/open-run.ts';
import { RunDetail } from '../runs/run-detail.tsx';
import { useRunActions } from '../runs/use-run-actions.ts';
import { useRunVerbs } from '../runs/use-run-verbs.ts';
import styles from './inbox.module.css';
import { InboxList } from './inbox-list.tsx';
import type { InboxState } from './use-inbox.ts';

/** Wide enough for a line of what came of a run, in pixels. */
const LIST_WIDTH = 360;
const NOTHING: Listed = { runs: [], older: 0, unread: 0 };

export interface InboxProps {
  readonly inbox: InboxState;
  readonly isVisible: boolean;
  readonly opened: OpenRun | undefined;
  readonly onOpen: (opened: OpenRun) => void;
  readonly onShowTasks: () => void;
}

/** Runs with what came of them, newest first, and the one that is open. */
export function Inbox(props: InboxProps) {
  const undo = useTurnUndo();
  const undoing = useMemo(() => ({ start: undo.start, isBusy: undo.isBusy }), [undo.start, undo.isBusy]);
  return (
    <TurnUndoContext value={undoing}>
      <InboxOfAll {...props} undo={undo} />
      {undo.asking === undefined ? undefined : (
        <LeftDialog {...undo.asking} onGoOn={undo.goOn} onCancel={undo.cancel} />
      )}
    </TurnUndoContext>
  );
}

function InboxOfAll({ inbox, isVisible, opened, onOpen, onShowTasks, undo }: InboxProps & { undo: TurnUndoState }) {
  const api = useApi();
  const list = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { live } = inbox;
  const { runs, older, unread } = live.status === 'ready' ? live.value : NOTHING;
  const openRun = useCallback((id: string) => onOpen({ id, wantsCard: false }), [onOpen]);
  const verbs = useRunVerbs(openRun);
  const readAll = () => {
    setProblem(undefined);
    api.schedules.read({}).catch((error: unknown) => setProblem(errorText(error)));
  };
  useRunActions({ isVisible, runs, shown: opened?.id, list, act: verbs.act, onReadAll: readAll, unread });
  if (live.status === 'loading') return <Spinner label="Loading the inbox" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  if (runs.length === 0 && opened === undefined) return <NoRuns onShowTasks={onShowTasks} />;
  const open = (run: ScheduleRun) => onOpen({ id: run.id, wantsCard: run.state === 'waiting' });
  return (
    <ListAndDetail
      name="inbox"
      listWidth={LIST_WIDTH}
      list={
        <InboxList
          ref={list}
          runs={runs}
          older={older}
          unread={unread}
          inbox={inbox}
          shown={opened?.id}
          onOpen={open}
          onReadAll={readAll}
        />
      }
    >
      <InboxNotice
        problem={problem ?? verbs.doing.problem}
        onDismiss={problem ? () => setProblem(undefined) : verbs.doing.dismiss}
      />
      <InboxUndoNotice undo={undo} />
      {opened === undefined ? (
        <EmptyState
          icon="schedules"
          title="No run is open"
          text="Choose a run to read its answer and see what it changed."
        />
      ) : (
        <RunDetail key={opened.id} opened={opened} isVisible={isVisible} verbs={verbs} />
      )}
    </ListAndDetail>
  );
}

function InboxNotice({ problem, onDismiss }: { readonly problem: string | undefined; readonly onDismiss: () => void }) {
  if (problem === undefined) return undefined;
  return (
    <div className={styles.notice}>
      <Banner level="error" onDismiss={onDismiss}>
        <VisibleText text={problem} />
      </Banner>
    </div>
  );
}

/** Notice about the result of an undo or redo, or why there was none. The way back is the run's own button. */
function InboxUndoNotice({ undo: { result, problem, dismiss } }: { readonly undo: TurnUndoState }) {
  if (problem !== undefined) return <InboxNotice problem={problem} onDismiss={dismiss} />;
  if (result === undefined) return undefined;
  const isWhole = result.outcome.paths.every(({ outcome }) => outcome === 'restored');
  return (
    <div className={styles.notice}>
      <Banner level={isWhole ? 'success' : 'warning'} onDismiss={dismiss}>
        <VisibleText text={`${result.request.title}: ${result.text}`} />
      </Banner>
    </div>
  );
}

function NoRuns({ onShowTasks }: Pick<InboxProps, 'onShowTasks'>) {
  return (
    <EmptyState
      icon="schedules"
      title="Nothing has run yet"
      text="Each run of a scheduled task lands here with its answer, what it changed and what was refused."
      action={
        <Button variant="primary" onClick={onShowTasks}>
          Show the tasks
        </Button>
      }
    >
      <p className={styles.example}>For example: “Daily notes · done · 1 file +12 −0 · $0.01”</p>
    </EmptyState>
  );
}
