import type { ReactNode } from 'react';
import styles from './state-row.module.css';
import { StateText, type StateTextProps } from './state-text.tsx';
import { VisibleText } from './visible-text.tsx';

export interface StateRowProps {
  readonly name: string;
  readonly title: string;
  readonly state: StateTextProps;
  /** Facts beside the state, such as counts. */
  readonly facts: readonly string[];
  /** Line below them. */
  readonly about: ReactNode;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: () => void;
}

/** A row of the list at the left of a list and its detail: a name, its state, and what is known of it. */
export function StateRow({ name, title, state, facts, about, isChosen, isTabStop, onChoose }: StateRowProps) {
  return (
    <button
      type="button"
      className={styles.row}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isChosen ? 'true' : undefined}
      title={title}
      onClick={onChoose}
    >
      <span className={styles.name}>
        <VisibleText text={name} />
      </span>
      <span className={styles.meta}>
        <StateText {...state} />
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
      <span className={styles.meta}>{about}</span>
    </button>
  );
}
