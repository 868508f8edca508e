import type { KeyboardEvent, Ref } from 'react';
import type { Change } from '#contract';
import { Icon, type IconName } from '../ui/icon.tsx';
import { formatListTime } from '../ui/list-time.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './change-list.module.css';

export interface ChangeListProps {
  readonly changes: readonly Change[];
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

const KINDS = { created: 'new', modified: '', deleted: 'deleted' } as const;
const STEPS = { ArrowDown: 1, ArrowUp: -1 } as const;

/** Files with a change, those that wait first; the arrow keys move through them. */
export function ChangeList({ changes, chosen, onChoose, ref }: ChangeListProps) {
  const waiting = changes.filter((change) => change.state === 'proposed').length;

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = STEPS[event.key as keyof typeof STEPS];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    rows[rows.findIndex((row) => row.matches(':focus')) + step]?.focus();
  };

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <h2 className={styles.heading}>Changes</h2>
        <span className={styles.count}>{waiting === 0 ? 'Nothing waits' : `${waiting} waiting`}</span>
      </header>
      <ul ref={ref} className={styles.list} aria-label="Proposed changes" onKeyDown={onKeyDown}>
        {changes.map((change) => (
          <li key={change.id}>
            <ChangeRow change={change} isChosen={change.id === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
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
  const kind = KINDS[change.change];
  return (
    <button
      type="button"
      className={styles.row}
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
          {kind === '' ? '' : `, ${kind}`}
        </span>
        {addedLines === undefined ? undefined : <span className={styles.added}>+{addedLines}</span>}
        {removedLines === undefined ? undefined : <span className={styles.removed}>−{removedLines}</span>}
      </span>
      <span className={styles.meta}>
        <span className={styles.session}>
          {change.origin === 'command' ? 'by a command in ' : ''}
          {change.sessionTitle}
        </span>
        <time className={styles.time} dateTime={new Date(change.at).toISOString()}>
          {formatListTime(change.at)}
        </time>
      </span>
    </button>
  );
}
