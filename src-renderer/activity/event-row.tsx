import type { Ref } from 'react';
import type { AnyLedgerEvent } from '#contract';
import { useWorkspaceOf } from '../state/sessions.tsx';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useToday } from '../ui/use-today.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { EventDetails } from './event-details.tsx';
import { eventKey } from './event-key.ts';
import styles from './event-row.module.css';
import { absoluteTime } from './event-time.ts';
import { eventWords } from './formatters/event-words.ts';

export interface EventRowProps {
  readonly ref?: Ref<HTMLLIElement> | undefined;
  /** Position from 1, among `total`, which is -1 while there are older ones to load. */
  readonly place: number;
  readonly total: number;
  readonly event: AnyLedgerEvent;
  readonly sessionTitle: string;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onShowChain: () => void;
}

export function EventRow({ ref, event, place, total, sessionTitle, isOpen, isTabStop, ...on }: EventRowProps) {
  useToday();
  const { name, icon, text } = eventWords(event, useWorkspaceOf(event.session));
  return (
    <li ref={ref} className={styles.item} data-type={event.type} aria-posinset={place} aria-setsize={total}>
      <button
        type="button"
        className={styles.row}
        data-row={eventKey(event)}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        onFocus={on.onFocus}
        onClick={on.onToggle}
      >
        <time className={styles.time} dateTime={new Date(event.at).toISOString()} title={absoluteTime(event.at)}>
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
      {isOpen ? <EventDetails event={event} onShowChain={on.onShowChain} /> : undefined}
    </li>
  );
}
