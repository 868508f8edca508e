import { useNavigation } from '../../state/navigation.tsx';
import { taskTarget } from '../../state/task-target.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from '../schedules-view.module.css';

/** Placeholder without any tasks: links to where one is created. */
export function NoTasks() {
  const { open } = useNavigation();
  return (
    <EmptyState
      icon="schedules"
      title="No scheduled tasks yet"
      text="A task is a TASK.md in a workspace: what its agent is to do, and when. It runs once you have read it and switched it on."
      action={
        <Button variant="primary" onClick={() => open('workspaces', taskTarget({ workspace: '' }))}>
          Make a task in a workspace
        </Button>
      }
    >
      <p className={styles.example}>
        For example, at 9 on working days: <code>cron: "0 9 * * 1-5"</code> “Write what changed since yesterday to
        notes/daily.md.”
      </p>
    </EmptyState>
  );
}
