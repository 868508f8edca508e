import type { AgentWorkspace } from '#contract';
import { plural } from '../ui/format.ts';
import { StateRow } from '../ui/state-row.tsx';
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
  return (
    <StateRow
      name={name}
      title={path}
      state={workspaceState(workspace)}
      facts={isOpen ? [plural(tools, 'tool'), plural(skills, 'skill')] : []}
      about={path}
      isChosen={isChosen}
      isTabStop={isChosen}
      onChoose={() => onChoose(path)}
    />
  );
}
