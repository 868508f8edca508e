import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Schedule } from '#contract';
import { actionOf } from '../state/action-table.ts';
import { useActions } from '../state/actions.tsx';
import { useLayout } from '../state/layout.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { taskTarget } from '../state/task-target.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useToday } from '../ui/use-today.ts';
import { scheduleActions } from './action-table.ts';
import { Inbox } from './inbox/inbox.tsx';
import { useInbox } from './inbox/use-inbox.ts';
import type { OpenRun } from './runs/open-run.ts';
import styles from './schedules-view.module.css';
import { MissedRuns } from './tasks/missed-runs.tsx';
import { NoTasks } from './tasks/no-tasks.tsx';
import { ReadDialog } from './tasks/read-dialog.tsx';
import { TaskTables } from './tasks/task-table.tsx';
import { taskKey } from './tasks/task-words.ts';
import { TaskDeskContext, useSchedules } from './tasks/use-schedules.ts';

type SchedulesTab = 'tasks' | 'inbox';

const NONE: readonly Schedule[] = [];

/** View of scheduled tasks, and of the inbox in which each run appears. */
export function SchedulesView({ isVisible }: { readonly isVisible: boolean }) {
  // Times in it are named by the day.
  useToday();
  const live = useSchedules();
  const inbox = useInbox();
  const tasks = live.status === 'ready' ? live.value : NONE;
  const unread = inbox.live.status === 'ready' ? inbox.live.value.unread : 0;
  const [tab, setTab] = useLayout<SchedulesTab>('schedules.tab', 'tasks');
  const [opened, setOpened] = useState<OpenRun | undefined>(undefined);
  const reading = useReadTasks(tasks);
  const openRun = useCallback(
    (id: string) => {
      setOpened({ id, wantsCard: false });
      setTab('inbox');
    },
    [setTab],
  );
  useViewTarget({ isVisible, unread: inbox.live.status === 'ready' ? unread : undefined, openRun, setTab });
  useTabActions(setTab);
  const desk = useMemo(
    () => ({ readTask: reading.start, openRun, hasRead: reading.hasRead }),
    [reading.start, openRun, reading.hasRead],
  );
  return (
    <TaskDeskContext value={desk}>
      <div className={styles.view}>
        {live.status === 'failed' ? <Banner level="error">{live.error.message}</Banner> : undefined}
        <MissedRuns tasks={tasks} />
        <div className={styles.tabs}>
          <Tabs
            label="Parts of Schedules"
            value={tab}
            onChange={(id) => setTab(id === 'inbox' ? 'inbox' : 'tasks')}
            tabs={[
              {
                id: 'tasks',
                label: tasks.length === 0 ? 'Tasks' : `Tasks (${tasks.length})`,
                content: <Tasks live={live} tasks={tasks} />,
              },
              {
                id: 'inbox',
                label: <InboxLabel unread={unread} />,
                content: (
                  <Inbox
                    inbox={inbox}
                    isVisible={isVisible && tab === 'inbox'}
                    opened={opened}
                    onOpen={setOpened}
                    onShowTasks={() => setTab('tasks')}
                  />
                ),
              },
            ]}
          />
        </div>
      </div>
      {reading.task === undefined ? undefined : (
        <ReadDialog
          key={taskKey(reading.task)}
          task={reading.task}
          onSwitchedOn={reading.finish}
          onClose={reading.cancel}
        />
      )}
    </TaskDeskContext>
  );
}

interface TasksProps {
  readonly live: ReturnType<typeof useSchedules>;
  readonly tasks: readonly Schedule[];
}

function Tasks({ live, tasks }: TasksProps) {
  if (live.status === 'loading') return <Spinner label="Loading the tasks" />;
  if (live.status === 'failed') return undefined;
  if (tasks.length === 0) return <NoTasks />;
  return (
    <div className={styles.tasks}>
      <TaskTables tasks={tasks} />
    </div>
  );
}

function InboxLabel({ unread }: { readonly unread: number }) {
  return (
    <span className={styles.inboxLabel}>
      Inbox
      {unread === 0 ? undefined : (
        <Badge tone="accent" label={`, ${unread} unread`}>
          {unread}
        </Badge>
      )}
    </span>
  );
}

/** The task that is read before it is switched on, and the texts that were. */
function useReadTasks(tasks: readonly Schedule[]) {
  const [key, setKey] = useState<string | undefined>(undefined);
  const [read, setRead, readNow] = useLayout<Readonly<Record<string, string>>>('schedules.read', {});
  const task = tasks.find((one) => taskKey(one) === key);
  return {
    task,
    start: useCallback((one: Schedule) => setKey(taskKey(one)), []),
    cancel: () => setKey(undefined),
    /** Keeps which text was read; another task may be read by then. */
    finish: (one: Schedule, hash: string) => {
      setRead({ ...readNow(), [taskKey(one)]: hash });
      setKey((now) => (now === taskKey(one) ? undefined : now));
    },
    hasRead: useCallback((one: Schedule) => one.state === 'off' && read[taskKey(one)] === one.hash, [read]),
  };
}

interface ViewTargetOptions {
  readonly isVisible: boolean;
  /** Number of unread runs; undefined until it is known. */
  readonly unread: number | undefined;
  readonly openRun: (run: string) => void;
  readonly setTab: (tab: SchedulesTab) => void;
}

/** Goes where another view sent the person: to the inbox, to the tasks or to a run. Who just comes while something is unread wants to see that. */
function useViewTarget({ isVisible, unread, openRun, setTab }: ViewTargetOptions): void {
  const { view, target, count } = useNavigation();
  const served = useRef<number>(undefined);
  const isHere = isVisible && view === 'schedules';
  useEffect(() => {
    if (!isHere || served.current === count || (target === undefined && unread === undefined)) return;
    served.current = count;
    if (target === 'tasks' || target === 'inbox') setTab(target);
    else if (target !== undefined) openRun(target);
    else if (unread !== undefined && unread > 0) setTab('inbox');
  }, [isHere, target, count, unread, openRun, setTab]);
}

/** Registers the actions that are available everywhere. */
function useTabActions(setTab: (tab: SchedulesTab) => void): void {
  const { open } = useNavigation();
  const show = (tab: SchedulesTab) => () => {
    open('schedules', tab);
    setTab(tab);
  };
  useActions([
    actionOf(scheduleActions, 'schedules.inbox', { run: show('inbox') }),
    actionOf(scheduleActions, 'schedules.tasks', { run: show('tasks') }),
    actionOf(scheduleActions, 'schedules.new', { run: () => open('workspaces', taskTarget({ workspace: '' })) }),
  ]);
}
