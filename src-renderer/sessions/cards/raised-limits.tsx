import type { CommandView } from '#contract';
import { Icon } from '../../ui/icon.tsx';
import { limitAmount, limitName } from '../../ui/limit-words.ts';
import styles from './raised-limits.module.css';

export interface RaisedLimitsProps {
  readonly command: CommandView | undefined;
  readonly isRunning?: boolean;
}

/** List of the limits that a person raised, as recorded. */
export function RaisedLimits({ command, isRunning = false }: RaisedLimitsProps) {
  const { raised = [] } = command ?? {};
  if (raised.length === 0) return undefined;
  return (
    <ul className={styles.raised} aria-label="Raised limits">
      {raised.map(({ limit, to, scope }) => (
        <li key={`${limit} ${scope} ${to}`}>
          <Icon name="arrow-up" size={14} />
          <span>
            {limitName(limit)} raised to <b>{limitAmount(limit, to)}</b> {scopeWords(scope, isRunning)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function scopeWords(scope: 'once' | 'session', isRunning: boolean): string {
  if (scope === 'session') return 'for this session';
  return isRunning ? 'for this command' : 'once';
}
