import type { Change, Decision } from '#contract';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { formatListTime } from '../../ui/list-time.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useGroup } from '../group/group-answers.ts';
import { fileMarks } from './change-marks.ts';
import styles from './change-row.module.css';
import { changeKey } from './change-selection.ts';

export const CHANGE_STATES: Readonly<Record<Change['state'], { text: string; icon: IconName }>> = {
  proposed: { text: 'proposed', icon: 'attention' },
  applied: { text: 'applied', icon: 'check' },
  rejected: { text: 'rejected', icon: 'cross' },
  undone: { text: 'undone', icon: 'undo' },
  interrupted: { text: 'interrupted', icon: 'error' },
};

/** A decision that waits for the rest of its reply. */
const HELD: Readonly<Record<Decision['verdict'], { text: string; icon: IconName }>> = {
  allow: { text: 'decided', icon: 'check' },
  refuse: { text: 'decided: rejected', icon: 'cross' },
};

export interface ChangeRowProps {
  readonly change: Change;
  readonly isShown: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: () => void;
}

/** A change that waits for the person. */
export function ChangeRow({ change, isShown, isTabStop, onChoose }: ChangeRowProps) {
  const { state, sessionTitle, at } = change;
  const held = useGroup()?.heldFor(change.id)?.decision.verdict;
  const key = changeKey(change);
  return (
    <button
      type="button"
      className={styles.row}
      data-row={key}
      data-row-scope={key}
      data-state={state}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isShown ? 'true' : undefined}
      title={change.path}
      onClick={onChoose}
    >
      <FileName path={change.shownPath} />
      <span className={styles.meta}>
        <span className={styles.state}>
          <Icon name={held === undefined ? CHANGE_STATES[state].icon : HELD[held].icon} size={14} />
          {held === undefined ? CHANGE_STATES[state].text : HELD[held].text}
        </span>
        <LineCounts change={change} />
      </span>
      <FileMarks change={change} />
      <span className={styles.meta}>
        <span className={styles.session}>{sessionTitle}</span>
        <time className={styles.time} dateTime={new Date(at).toISOString()}>
          {formatListTime(at)}
        </time>
      </span>
    </button>
  );
}

export function FileName({ path }: { readonly path: string }) {
  const slash = path.lastIndexOf('/');
  return (
    <span className={styles.path}>
      <b>
        <VisibleText text={path.slice(slash + 1)} />
      </b>
      <span className={styles.folder}>
        <VisibleText text={path.slice(0, slash + 1)} />
      </span>
    </span>
  );
}

export function LineCounts({ change: { addedLines, removedLines } }: { readonly change: Change }) {
  return (
    <>
      {addedLines === undefined ? undefined : <span className={styles.added}>+{addedLines}</span>}
      {removedLines === undefined ? undefined : <span className={styles.removed}>−{removedLines}</span>}
    </>
  );
}

function FileMarks({ change }: { readonly change: Change }) {
  const marks = fileMarks(change);
  if (marks.length === 0) return undefined;
  return (
    <span className={styles.facts}>
      {marks.map(({ mark, text, isNotable }) => (
        <span key={text} className={styles.mark} data-notable={isNotable || undefined}>
          <span aria-hidden="true">{mark}</span> <VisibleText text={text} />
        </span>
      ))}
    </span>
  );
}
