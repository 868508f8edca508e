import { type ReactNode, useId } from 'react';
import type { Workspace } from '#contract';
import { IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './session-list.module.css';

export interface SessionGroupProps {
  readonly workspace: Workspace;
  readonly onCreate: () => void;
  /** The rows. */
  readonly children: ReactNode;
}

/** The sessions of one workspace under its name, where several are open or have sessions. */
export function SessionGroup({ workspace: { name, path }, onCreate, children }: SessionGroupProps) {
  const id = useId();
  return (
    <li className={styles.group}>
      <div className={styles.groupHeader}>
        <h3 id={id} className={styles.groupName} title={path}>
          <VisibleText text={name} />
        </h3>
        <IconButton label={`New session in ${name}`} title={path} icon="plus" size="small" onClick={onCreate} />
      </div>
      <ul className={styles.groupRows} aria-labelledby={id} aria-describedby={`${id}-path`}>
        {children}
      </ul>
      <span id={`${id}-path`} hidden>
        {path}
      </span>
    </li>
  );
}
