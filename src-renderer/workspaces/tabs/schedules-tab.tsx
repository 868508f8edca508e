import { useState } from 'react';
import type { AgentDetail, Schedule } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { useLive } from '../../state/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from '../workspaces.module.css';
import { NewPart } from './new-part.tsx';
import { fileOfTask, TaskCard, type TaskVisit } from './task-card.tsx';

const NONE: readonly Schedule[] = [];

export interface SchedulesTabProps {
  readonly detail: AgentDetail;
  /** The person was sent here, perhaps to one task. */
  readonly visit?: TaskVisit | undefined;
}

/** The tasks of a workspace: made and edited here, switched on and run in Schedules. */
export function SchedulesTab({ detail, visit }: SchedulesTabProps) {
  const api = useApi();
  const { open } = useNavigation();
  const [made, setMade] = useState<string | undefined>(undefined);
  const live = useLive((remote, signal) => remote.schedules.changed(undefined, { signal }), []);
  const { path, taskList } = detail;
  const schedules = live.status === 'ready' ? live.value.filter(({ workspace }) => workspace === path) : NONE;
  return (
    <div className={styles.pane}>
      <NewPart
        workspace={path}
        label="Name of a new task"
        ways={{ 'New task': (name) => api.workspaces.newTask({ path, name }) }}
        onMade={setMade}
      >
        {taskList.length === 0 ? undefined : (
          <Button size="small" variant="ghost" onClick={() => open('schedules', 'tasks')}>
            Show in Schedules
          </Button>
        )}
      </NewPart>
      {taskList.length === 0 ? (
        <EmptyState
          icon="schedules"
          title="No tasks"
          text="A task is a folder of schedules with a TASK.md: what the agent is to do, and when. Give it a name, such as daily-notes."
        />
      ) : (
        <ul className={styles.cards} aria-label="Schedules">
          {taskList.map((task) => (
            <li key={task.folder} className={styles.card}>
              <TaskCard
                detail={detail}
                task={task}
                schedule={schedules.find(({ folder }) => folder === task.folder)}
                isNew={fileOfTask(task) === made}
                visit={visit?.folder === task.folder ? visit : undefined}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
