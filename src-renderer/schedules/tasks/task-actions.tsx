import type { Schedule } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import type { AsyncAction } from '../../state/use-async-action.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import styles from './task-table.module.css';
import { canSwitch, isSwitchedOn } from './task-words.ts';
import { useTaskDesk } from './use-schedules.ts';

interface TaskActionsProps {
  readonly task: Schedule;
  readonly doing: AsyncAction;
  /** Id of the element that names the task. */
  readonly nameId: string;
}

/** Actions on a task at once. */
export function TaskActions({ task, doing, nameId }: TaskActionsProps) {
  const api = useApi();
  const { readTask, openRun } = useTaskDesk();
  const { workspace, folder, name, state, running } = task;
  const isRunnable = canSwitch(task) && running === undefined;
  const runNow = () => {
    if (!isRunnable) return;
    doing.run(async () => {
      await api.schedules.runNow({ workspace, folder });
      announce(`Started: ${name}`);
    });
  };
  return (
    <div className={styles.buttons}>
      {state === 'changed' ? (
        <Button size="small" variant="primary" aria-describedby={nameId} onClick={() => readTask(task)}>
          Read and switch on
        </Button>
      ) : undefined}
      {running === undefined ? (
        <Button
          size="small"
          aria-describedby={nameId}
          // A disabled button would lose the focus while the run begins.
          aria-disabled={!isRunnable || doing.isBusy}
          onClick={runNow}
        >
          Run now
        </Button>
      ) : (
        <Button size="small" aria-describedby={nameId} onClick={() => openRun(running)}>
          Show run
        </Button>
      )}
      {isSwitchedOn(task) ? (
        <Button
          size="small"
          aria-describedby={nameId}
          aria-disabled={doing.isBusy}
          onClick={() => doing.run(() => api.schedules.pause({ workspace, folder }))}
        >
          Pause
        </Button>
      ) : undefined}
    </div>
  );
}
