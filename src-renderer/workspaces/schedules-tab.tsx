import type { AgentDetail } from '#contract';
import { EmptyState } from '../ui/empty-state.tsx';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './workspaces.module.css';

/** The tasks of a workspace; nothing runs them yet. */
export function SchedulesTab({ detail: { taskList } }: { readonly detail: AgentDetail }) {
  if (taskList.length === 0) {
    return (
      <EmptyState icon="schedules" title="No schedules" text="Folders of schedules with a TASK.md are listed here." />
    );
  }
  return (
    <div className={styles.pane}>
      <p className={styles.fact}>Tasks are read and shown; they do not run by themselves yet.</p>
      <ul className={styles.cards} aria-label="Schedules">
        {taskList.map(({ name, folder, description, cron, text }) => (
          <li key={folder} className={styles.card}>
            <div className={styles.heading}>
              <h3 className={styles.cardName}>
                <VisibleText text={name} />
              </h3>
              <code>
                <VisibleText text={cron ?? 'no cron'} />
              </code>
            </div>
            <p>
              <VisibleText text={description} />
            </p>
            <ScrollBlock label={`Task ${name}`} className={styles.code}>
              <VisibleText text={text} />
            </ScrollBlock>
          </li>
        ))}
      </ul>
    </div>
  );
}
