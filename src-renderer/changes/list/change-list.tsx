import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import type { Change, Workspace } from '#contract';
import type { WorkspaceGroup } from '../../state/workspaces.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { formatListTime } from '../../ui/list-time.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './change-list.module.css';
import { fileMarks } from './change-marks.ts';
import { TurnHeading } from './turn-heading.tsx';
import type { TurnSet } from './turn-sets.ts';

export interface ChangeListProps {
  readonly sets: readonly TurnSet[];
  /** The same by workspace, where there are several. */
  readonly groups: readonly WorkspaceGroup<TurnSet>[] | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly ref?: Ref<HTMLUListElement>;
}

export const CHANGE_STATES: Readonly<Record<Change['state'], { text: string; icon: IconName }>> = {
  proposed: { text: 'proposed', icon: 'attention' },
  applied: { text: 'applied', icon: 'check' },
  rejected: { text: 'rejected', icon: 'cross' },
  undone: { text: 'undone', icon: 'undo' },
  interrupted: { text: 'interrupted', icon: 'error' },
};

const STEPS = { ArrowDown: 1, ArrowUp: -1 } as const;

/** Files with a change, those that wait first; the arrow keys move through them. */
export function ChangeList({ sets, groups, chosen, onChoose, ref }: ChangeListProps) {
  const waiting = sets.flatMap(({ changes }) => changes).filter(({ state }) => state === 'proposed').length;

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = STEPS[event.key as keyof typeof STEPS];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button[data-row]')];
    rows[rows.findIndex((row) => row.matches(':focus')) + step]?.focus();
  };

  const rowOf = (change: Change) => (
    <li key={change.id} className={styles.item}>
      <ChangeRow change={change} isChosen={change.id === chosen} onChoose={onChoose} />
    </li>
  );

  const setOf = (set: TurnSet) =>
    set.changes.length > 1 ? <SetOfTurn key={set.key} set={set} rowOf={rowOf} /> : set.changes.map(rowOf);

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <h2 className={styles.heading}>Changes</h2>
        <span className={styles.count}>{waiting === 0 ? 'Nothing waits' : `${waiting} waiting`}</span>
      </header>
      <ul ref={ref} className={styles.list} aria-label="Proposed changes" onKeyDown={onKeyDown}>
        {groups === undefined
          ? sets.map(setOf)
          : groups.map(({ workspace, items }) => (
              <GroupOfWorkspace key={workspace.path} workspace={workspace}>
                {items.map(setOf)}
              </GroupOfWorkspace>
            ))}
      </ul>
    </div>
  );
}

/** Files of one turn are reviewed, and undone, as a set. */
function SetOfTurn({ set, rowOf }: { readonly set: TurnSet; readonly rowOf: (change: Change) => ReactNode }) {
  const id = useId();
  return (
    <li className={styles.set}>
      <TurnHeading set={set} id={id} />
      <ul className={styles.files} aria-labelledby={id}>
        {set.changes.map(rowOf)}
      </ul>
    </li>
  );
}

interface GroupOfWorkspaceProps {
  readonly workspace: Workspace;
  readonly children: ReactNode;
}

/** Changes of the sessions of one workspace; paths are shown from there on. */
function GroupOfWorkspace({ workspace: { name, path }, children }: GroupOfWorkspaceProps) {
  const id = useId();
  return (
    <li>
      <h3 id={id} className={styles.workspace} title={path}>
        <VisibleText text={name} />
      </h3>
      <ul className={styles.files} aria-labelledby={id} aria-describedby={`${id}-path`}>
        {children}
      </ul>
      <span id={`${id}-path`} hidden>
        {path}
      </span>
    </li>
  );
}

interface ChangeRowProps {
  readonly change: Change;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}

function ChangeRow({ change, isChosen, onChoose }: ChangeRowProps) {
  const { id, shownPath, state, addedLines, removedLines } = change;
  const slash = shownPath.lastIndexOf('/');
  const marks = fileMarks(change);
  return (
    <button
      type="button"
      className={styles.row}
      data-row=""
      data-state={state}
      tabIndex={isChosen ? 0 : -1}
      aria-current={isChosen ? 'true' : undefined}
      title={change.path}
      onClick={() => onChoose(id)}
    >
      <span className={styles.path}>
        <b>
          <VisibleText text={shownPath.slice(slash + 1)} />
        </b>
        <span className={styles.folder}>
          <VisibleText text={shownPath.slice(0, slash + 1)} />
        </span>
      </span>
      <span className={styles.meta}>
        <span className={styles.state}>
          <Icon name={CHANGE_STATES[state].icon} size={14} />
          {CHANGE_STATES[state].text}
        </span>
        {addedLines === undefined ? undefined : <span className={styles.added}>+{addedLines}</span>}
        {removedLines === undefined ? undefined : <span className={styles.removed}>−{removedLines}</span>}
      </span>
      {marks.length === 0 ? undefined : (
        <span className={styles.facts}>
          {marks.map(({ mark, text, isNotable }) => (
            <span key={text} className={styles.mark} data-notable={isNotable || undefined}>
              <span aria-hidden="true">{mark}</span> <VisibleText text={text} />
            </span>
          ))}
        </span>
      )}
      <span className={styles.meta}>
        <span className={styles.session}>
          <VisibleText text={`${madeBy(change)}${change.sessionTitle}`} />
        </span>
        <time className={styles.time} dateTime={new Date(change.at).toISOString()}>
          {formatListTime(change.at)}
        </time>
      </span>
    </button>
  );
}

/** Who made it, before the session it belongs to; a file tool's is the session's own. */
function madeBy({ origin, by = [], shared }: Change): string {
  const others = shared === undefined ? '' : ' or another';
  switch (origin) {
    case 'command':
      return `by a command${others} in `;
    case 'program':
      return `by ${by.join(', ') || 'a program'}${others} in `;
    case 'client':
      return `by a client's command${others} in `;
    case 'unknown':
      return `nobody knows by whom; alive: ${by.join(', ')}; in `;
    default:
      return '';
  }
}
