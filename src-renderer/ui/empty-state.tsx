import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon, type IconName } from './icon.tsx';

export interface EmptyStateProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly icon?: IconName;
  /** The primary button. */
  readonly action?: ReactNode;
  /** One example, below the button. */
  readonly children?: ReactNode;
}

/** Placeholder if there is nothing yet: one sentence, one thing to do, one example. */
export function EmptyState({ title, text, icon, action, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon === undefined ? undefined : (
        <span className={styles.icon}>
          <Icon name={icon} size={24} />
        </span>
      )}
      <h2 className={styles.title}>{title}</h2>
      {text === undefined ? undefined : <p className={styles.text}>{text}</p>}
      {action}
      {children}
    </div>
  );
}
