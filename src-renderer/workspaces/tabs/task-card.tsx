import type { AgentDetail, Schedule, ScheduledTask } from '#contract';
import { useNavigation } from '../../state/navigation.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { EditPart, useEditing } from '../files/edit-part.tsx';
import { FileEditor } from '../files/file-editor.tsx';
import styles from '../workspaces.module.css';

/** A visit to the tasks of a workspace; each object is one. */
export interface TaskVisit {
  /** The task that is to be edited. */
  readonly folder?: string | undefined;
}

export const fileOfTask = ({ folder }: Pick<ScheduledTask, 'folder'>): string => `schedules/${folder}/TASK.md`;

const STATES: Readonly<
  Record<Schedule['state'], { readonly text: string; readonly tone: 'neutral' | 'success' | 'warning' | 'danger' }>
> = {
  on: { text: 'on', tone: 'success' },
  off: { text: 'off', tone: 'neutral' },
  changed: { text: 'changed since it was on', tone: 'warning' },
  broken: { text: 'broken', tone: 'danger' },
  unavailable: { text: 'unavailable', tone: 'danger' },
};

export interface TaskCardProps {
  readonly detail: AgentDetail;
  readonly task: ScheduledTask;
  /** State in Schedules; absent until it is known. */
  readonly schedule: Schedule | undefined;
  readonly isNew: boolean;
  readonly visit: TaskVisit | undefined;
}

/** One task: when it runs, whether it is on, and its file to be edited in place. */
export function TaskCard({ detail, task, schedule, isNew, visit }: TaskCardProps) {
  const { open } = useNavigation();
  const { name, description, cron } = task;
  const { path, version, problemList: problems } = detail;
  const file = fileOfTask(task);
  const editing = useEditing(path, file, visit ?? isNew);
  const when = schedule?.cronWords ?? cron;
  return (
    <>
      <div className={styles.heading}>
        <h3 className={styles.cardName}>
          <VisibleText text={name} />
        </h3>
        {schedule === undefined ? undefined : (
          <Badge tone={STATES[schedule.state].tone}>{STATES[schedule.state].text}</Badge>
        )}
        <EditPart name={name} editing={editing} />
        {schedule?.state === 'off' || schedule?.state === 'changed' ? (
          <Button size="small" aria-label={`Switch ${name} on in Schedules`} onClick={() => open('schedules', 'tasks')}>
            Switch on in Schedules
          </Button>
        ) : undefined}
      </div>
      <p>
        {when === undefined ? (
          <span className={styles.problem}>It has no time to run</span>
        ) : (
          <span title={cron}>
            <VisibleText text={when} />
          </span>
        )}
      </p>
      {description === '' ? undefined : (
        <p className={styles.fact}>
          <VisibleText text={description} />
        </p>
      )}
      {schedule?.reason === undefined || schedule.state === 'on' ? undefined : (
        <p className={styles.problem}>
          <VisibleText text={schedule.reason} />
        </p>
      )}
      {editing.isOpen ? (
        <FileEditor path={path} file={file} version={version} problems={problems} visit={editing.visit} />
      ) : undefined}
    </>
  );
}
