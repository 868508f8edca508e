import type { Terminal } from '#contract';
import { Button } from '../ui/button.tsx';
import styles from './terminal-pane.module.css';

export interface ExitBarProps {
  readonly exit: NonNullable<Terminal['exit']>;
  readonly onRestart: () => void;
  readonly onClose: () => void;
}

/** Bar below a terminal whose shell has ended; its output stays. */
export function ExitBar({ exit, onRestart, onClose }: ExitBarProps) {
  return (
    <div className={styles.exit} role="status">
      <span className={styles.exitText}>The shell {exitWords(exit)}</span>
      <Button size="small" variant="primary" onClick={onRestart}>
        Restart
      </Button>
      <Button size="small" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

export function exitWords({ exitCode, signal }: NonNullable<Terminal['exit']>): string {
  if (signal !== undefined) return `was ended by ${signal}`;
  return exitCode === undefined ? 'ended' : `exited with code ${exitCode}`;
}
