import { useId } from 'react';
import type { Schedule, ScheduleRun } from '#contract';
import { useNavigation } from '../../state/navigation.tsx';
import { taskTarget } from '../../state/task-target.ts';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatListTime } from '../../ui/list-time.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { RunMark } from '../runs/run-mark.tsx';
import { plainLine, RUN_STATES } from '../runs/run-words.ts';
import { NextRuns } from './next-runs.tsx';
import { TaskActions } from './task-actions.tsx';
import { TaskSwitch } from './task-switch.tsx';
import styles from './task-table.module.css';
import { budgetWords, TASK_STATES } from './task-words.ts';
import { useTaskDesk } from './use-schedules.ts';

/** One task: whether it runs by the clock, when, within what, and what came of it last. */
export function TaskRow({ task }: { readonly task: Schedule }) {
  const doing = useAsyncAction();
  const nameId = useId();
  const { name, description, budget, last, state } = task;
  return (
    <tr className={styles.row} data-state={state} aria-label={name}>
      <td className={styles.switchCell}>
        <TaskSwitch task={task} doing={doing} />
      </td>
      <td className={styles.task}>
        <span className={styles.name} id={nameId}>
          <VisibleText text={name} />
          {state === 'on' || state === 'off' ? undefined : (
            <Badge tone={TASK_STATES[state].tone}>{TASK_STATES[state].text}</Badge>
          )}
        </span>
        <Pattern task={task} />
        {description === '' ? undefined : (
          <span className={styles.description}>
            <VisibleText text={description} />
          </span>
        )}
        <Reason task={task} />
        {doing.problem === undefined ? undefined : (
          <span role="alert" className={styles.problem}>
            <VisibleText text={doing.problem} />
          </span>
        )}
      </td>
      <td className={styles.next} data-label="Next runs">
        <NextRuns task={task} />
      </td>
      <td className={styles.budget} data-label="Budget">
        {budgetWords(budget)}
      </td>
      <td className={styles.last} data-label="Last result">
        {last === undefined ? <span className={styles.muted}>Never ran</span> : <LastRun run={last} name={name} />}
      </td>
      <td className={styles.actions}>
        <TaskActions task={task} doing={doing} nameId={nameId} />
      </td>
    </tr>
  );
}

interface TaskProps {
  readonly task: Schedule;
}

function Pattern({ task: { cron, cronWords } }: TaskProps) {
  if (cron === undefined) return <span className={styles.muted}>Has no time to run</span>;
  if (cronWords === undefined) {
    return (
      <code className={styles.pattern}>
        <VisibleText text={cron} />
      </code>
    );
  }
  return (
    <span className={styles.pattern} title={cron}>
      <VisibleText text={cronWords} />
    </span>
  );
}

/** Reason why it cannot run, or has to be read again, with a link. */
function Reason({ task }: TaskProps) {
  const { open } = useNavigation();
  const { state, reason, file, workspace, folder } = task;
  if (state === 'changed') {
    return <span className={styles.warning}>Its file has changed since it was switched on.</span>;
  }
  if (state !== 'broken' && state !== 'unavailable') return undefined;
  const isBroken = state === 'broken';
  return (
    <span className={styles.reason}>
      <span className={styles.problem}>
        <VisibleText text={isBroken ? brokenWords(file, reason) : (reason ?? 'Its workspace cannot be used')} />
      </span>
      <Button size="small" onClick={() => open('workspaces', isBroken ? taskTarget({ workspace, folder }) : workspace)}>
        {isBroken ? 'Edit TASK.md' : 'Open the workspace'}
      </Button>
    </span>
  );
}

/** Explains why a task is broken, with its file. */
function brokenWords(file: string, reason = 'It cannot be used'): string {
  return reason.includes(file) ? reason : `${file}: ${reason}`;
}

/** The last run, which opens in the inbox. */
function LastRun({ run, name }: { readonly run: ScheduleRun; readonly name: string }) {
  const { openRun } = useTaskDesk();
  const { id, state, startedAt } = run;
  const line = plainLine(run.line);
  return (
    <button
      type="button"
      className={styles.lastRun}
      aria-label={`Last run of ${name}: ${RUN_STATES[state].text}. ${line}`}
      title={line}
      onClick={() => openRun(id)}
    >
      <span className={styles.lastHead}>
        <RunMark state={state} />
        <time dateTime={new Date(startedAt).toISOString()}>{formatListTime(startedAt)}</time>
      </span>
      <span className={styles.lastLine}>
        <VisibleText text={line} />
      </span>
    </button>
  );
}
