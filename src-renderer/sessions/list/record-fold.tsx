import { type ReactNode, useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './session-list.module.css';

export interface RecordFoldProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The rows. */
  readonly children: ReactNode;
}

/** Fold with the records of the app itself and of other programs, below the conversations of the person. */
export function RecordFold({ count, isOpen, onToggle, children }: RecordFoldProps) {
  const id = useId();
  return (
    <section className={styles.records}>
      <button type="button" className={styles.fold} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        Records <span className={styles.count}>{count}</span>
      </button>
      <ul id={id} className={styles.list} aria-label="Records" hidden={!isOpen}>
        {isOpen ? children : undefined}
      </ul>
    </section>
  );
}
