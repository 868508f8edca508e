import { useMemo } from 'react';
import type { Schedule } from '#contract';
import { VisibleText } from '../../ui/visible-text.tsx';
import { TaskRow } from './task-row.tsx';
import styles from './task-table.module.css';
import { taskKey } from './task-words.ts';

/** All tasks, a row each; under the names of their workspaces where there are several. */
export function TaskTables({ tasks }: { readonly tasks: readonly Schedule[] }) {
  const groups = useMemo(() => byWorkspace(tasks), [tasks]);
  if (groups.length === 1) return <TaskTable tasks={tasks} label="Tasks" />;
  return groups.map(({ workspace, name, items }) => (
    <section key={workspace} className={styles.group} aria-label={`Tasks of ${name}`}>
      <h3 className={styles.workspace} title={workspace}>
        <VisibleText text={name} />
      </h3>
      <TaskTable tasks={items} label={`Tasks of ${name}`} />
    </section>
  ));
}

interface TaskTableProps {
  readonly tasks: readonly Schedule[];
  readonly label: string;
}

function TaskTable({ tasks, label }: TaskTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead className={styles.head}>
        <tr>
          <th scope="col">On</th>
          <th scope="col">Task</th>
          <th scope="col">Next runs</th>
          <th scope="col">Budget</th>
          <th scope="col">Last result</th>
          <th scope="col">
            <span className={styles.spoken}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <TaskRow key={taskKey(task)} task={task} />
        ))}
      </tbody>
    </table>
  );
}

interface TaskGroup {
  readonly workspace: string;
  readonly name: string;
  readonly items: readonly Schedule[];
}

/** Groups the tasks by workspace, in the order of their first tasks. */
function byWorkspace(tasks: readonly Schedule[]): readonly TaskGroup[] {
  const groups = new Map<string, Schedule[]>();
  for (const task of tasks) {
    const group = groups.get(task.workspace);
    if (group) group.push(task);
    else groups.set(task.workspace, [task]);
  }
  return [...groups].map(([workspace, items]) => ({ workspace, name: items[0]?.workspaceName ?? workspace, items }));
}
