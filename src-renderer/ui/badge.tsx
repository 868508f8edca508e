import type { ReactNode } from 'react';
import styles from './badge.module.css';
import type { Tone } from './tone.ts';

export interface BadgeProps {
  readonly tone?: Tone | 'accent';
  /** Text for screen readers instead of the content, such as `3 waiting`. */
  readonly label?: string;
  readonly children: ReactNode;
}

export function Badge({ tone = 'neutral', label, children }: BadgeProps) {
  if (label === undefined) {
    return (
      <span className={styles.badge} data-tone={tone}>
        {children}
      </span>
    );
  }
  return (
    <span className={styles.badge} data-tone={tone}>
      <span aria-hidden="true">{children}</span>
      <span className={styles.spoken}>{label}</span>
    </span>
  );
}
