import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export type BannerLevel = 'info' | 'success' | 'warning' | 'error';

export interface BannerProps {
  readonly level: BannerLevel;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the end of the text. */
  readonly actions?: ReactNode;
  readonly onDismiss?: () => void;
}

const ICONS: Readonly<Record<BannerLevel, IconName>> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'error',
};

/** Says what happened; errors and warnings interrupt a screen reader, the rest waits its turn. */
export function Banner({ level, title, children, actions, onDismiss }: BannerProps) {
  return (
    <div
      className={styles.banner}
      data-level={level}
      role={level === 'error' || level === 'warning' ? 'alert' : 'status'}
    >
      <span className={styles.icon}>
        <Icon name={ICONS[level]} />
      </span>
      <div className={styles.text}>
        {title === undefined ? undefined : <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {actions === undefined ? undefined : <div className={styles.actions}>{actions}</div>}
      {onDismiss === undefined ? undefined : (
        <IconButton label="Dismiss" icon="close" size="small" onClick={onDismiss} />
      )}
    </div>
  );
}
