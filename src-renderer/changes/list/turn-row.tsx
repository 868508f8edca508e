import { useId } from 'react';
import type { TurnChanges } from '#contract';
import { TurnUndoButtons } from '../../turns/turn-undo-buttons.tsx';
import { fileCount, makersWords, TURN_STATES, turnCounts, turnTitle } from '../../turns/turn-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatListTime } from '../../ui/list-time.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { turnKey } from './change-selection.ts';
import type { RowContext } from './row-context.ts';
import styles from './turn-table.module.css';

/** One turn: what led to it, how many files it added, changed and deleted, by whom, and the way back. */
export function TurnRow({ turn, rows }: { readonly turn: TurnChanges; readonly rows: RowContext }) {
  const { session, sessionTitle, state, at } = turn;
  const key = turnKey(turn);
  const facts = useId();
  const title = turnTitle(turn);
  const isOpen = rows.folds.isOpen(key);
  const isTabStop = rows.focusKey === key;
  const stateWords = TURN_STATES[state];
  const onClick = () => {
    rows.folds.set(key, !isOpen);
    if (!isOpen) rows.onChoose({ kind: 'file', session, turn: turn.turn });
  };
  return (
    <tr className={styles.row} data-row-scope={key} data-state={state} aria-level={1} aria-label={`Turn: ${title}`}>
      <td className={styles.main}>
        <button
          type="button"
          className={styles.turn}
          data-row={key}
          data-level="1"
          tabIndex={isTabStop ? 0 : -1}
          aria-label={`Turn: ${title}`}
          aria-expanded={isOpen}
          aria-describedby={facts}
          title={title}
          onClick={onClick}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          <span className={styles.title}>
            <VisibleText text={title} />
          </span>
          <time className={styles.time} dateTime={new Date(at).toISOString()}>
            {formatListTime(at)}
          </time>
        </button>
        <span id={facts} className={styles.facts}>
          <span className={styles.counts}>
            {stateWords === undefined ? undefined : <span className={styles.state}>{stateWords}</span>}
            {turnCounts(turn).map(({ kind, text }) => (
              <span key={kind} data-kind={kind}>
                {text}
              </span>
            ))}
          </span>
          {isOpen ? undefined : (
            <span className={styles.names}>
              <VisibleText text={nameWords(turn)} />
            </span>
          )}
          <span className={styles.session}>
            {makersWords(turn)}
            {' · '}
            <VisibleText text={sessionTitle} />
          </span>
        </span>
      </td>
      <td className={styles.actions}>
        <TurnUndoButtons
          of={{ session, turn: turn.turn, title }}
          canUndo={turn.canUndo}
          canRedo={turn.canRedo}
          isTabStop={isTabStop}
        />
      </td>
    </tr>
  );
}

function nameWords(turn: TurnChanges): string {
  const { names } = turn;
  const others = fileCount(turn) - names.length;
  return others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ');
}
