import type { AnyLedgerEvent } from '#contract';
import { useAppInfo } from '../state/app-info.tsx';
import { formatFullTime, formatTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { EventDetails } from './event-details.tsx';
import styles from './event-row.module.css';
import { eventWords } from './event-words.ts';

export interface EventRowProps {
  readonly event: AnyLedgerEvent;
  readonly sessionTitle: string;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onShowChain: () => void;
}

export function EventRow({ event, sessionTitle, isOpen, isTabStop, onFocus, onToggle, onShowChain }: EventRowProps) {
  const { name, icon, text } = eventWords(event, useAppInfo()?.workspace.path);
  return (
    <li className={styles.item} data-type={event.type}>
      <button
        type="button"
        className={styles.row}
        data-row=""
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        onFocus={onFocus}
        onClick={onToggle}
      >
        <time className={styles.time} title={formatFullTime(event.at)}>
          {formatTime(event.at)}
        </time>
        <span className={styles.icon}>
          <Icon name={icon} />
        </span>
        <span className={styles.name}>{name}</span>
        <span className={styles.text}>
          <VisibleText text={text} />
        </span>
        <span className={styles.session}>
          <VisibleText text={sessionTitle} />
        </span>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
      </button>
      {isOpen ? <EventDetails event={event} onShowChain={onShowChain} /> : undefined}
    </li>
  );
}
