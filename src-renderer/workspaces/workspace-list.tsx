import type { AgentWorkspace } from '#contract';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { walkByArrows } from '../ui/walk-by-arrows.ts';
import { workspaceState } from './workspace-words.ts';
import styles from './workspaces.module.css';

export interface WorkspaceListProps {
  readonly workspaces: readonly AgentWorkspace[];
  readonly chosen: string | undefined;
  readonly onChoose: (path: string) => void;
}

/** The agent workspaces; the arrow keys move through them. */
export function WorkspaceList({ workspaces, chosen, onChoose }: WorkspaceListProps) {
  return (
    <ul className={styles.list} aria-label="Workspaces" onKeyDown={walkByArrows}>
      {workspaces.map((workspace) => (
        <li key={workspace.path}>
          <WorkspaceRow workspace={workspace} isChosen={workspace.path === chosen} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly workspace: AgentWorkspace;
  readonly isChosen: boolean;
  readonly onChoose: (path: string) => void;
}

function WorkspaceRow({ workspace, isChosen, onChoose }: RowProps) {
  const { path, name, isOpen, tools, skills } = workspace;
  const words = workspaceState(workspace);
  return (
    <button
      type="button"
      className={styles.row}
      tabIndex={isChosen ? 0 : -1}
      aria-current={isChosen ? 'true' : undefined}
      title={path}
      onClick={() => onChoose(path)}
    >
      <span className={styles.name}>
        <VisibleText text={name} />
      </span>
      <span className={styles.meta}>
        <span className={styles.state} data-tone={words.tone}>
          <Icon name={words.icon} size={14} />
          {words.text}
        </span>
        {isOpen ? (
          <>
            <span>{plural(tools, 'tool')}</span>
            <span>{plural(skills, 'skill')}</span>
          </>
        ) : undefined}
      </span>
      <span className={styles.meta}>{path}</span>
    </button>
  );
}
