import { type KeyboardEvent, useState } from 'react';
import type { AnyLedgerEvent } from '#contract';
import { useNavigation } from '../state/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './event-list.module.css';
import { EventRow } from './event-row.tsx';
import type { Activity } from './use-activity.ts';

export interface EventListProps {
  readonly activity: Activity;
  readonly isFiltered: boolean;
  readonly titleOf: (session: string) => string;
  readonly onShowChain: (event: AnyLedgerEvent) => void;
  readonly onClearFilter: () => void;
}

/** One tab stop; ↑ and ↓ go from event to event, Enter opens one. */
export function EventList({ activity, isFiltered, titleOf, onShowChain, onClearFilter }: EventListProps) {
  const { events, isLoading, hasMore, loadOlder } = activity;
  const [current, setCurrent] = useState<string | undefined>(undefined);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };

  if (events.length === 0) {
    return (
      <div className={styles.scroll}>
        {isLoading ? (
          <Spinner label="Reading the ledger" />
        ) : (
          <NothingHere isFiltered={isFiltered} onClearFilter={onClearFilter} />
        )}
      </div>
    );
  }
  const keys = events.map(keyOf);
  const stop = current !== undefined && keys.includes(current) ? current : keys[0];
  return (
    <div className={styles.scroll}>
      <ol className={styles.list} aria-label="Events" onKeyDown={moveFocus}>
        {events.map((event) => {
          const key = keyOf(event);
          return (
            <EventRow
              key={key}
              event={event}
              sessionTitle={titleOf(event.session)}
              isOpen={opened.has(key)}
              isTabStop={key === stop}
              onFocus={() => setCurrent(key)}
              onToggle={() => toggle(key)}
              onShowChain={() => onShowChain(event)}
            />
          );
        })}
      </ol>
      <div className={styles.foot}>
        {hasMore ? (
          <Button disabled={isLoading} onClick={loadOlder}>
            {isLoading ? 'Loading…' : 'Load older'}
          </Button>
        ) : (
          <span className={styles.end}>This is the beginning of the record.</span>
        )}
      </div>
    </div>
  );
}

function NothingHere({ isFiltered, onClearFilter }: Pick<EventListProps, 'isFiltered' | 'onClearFilter'>) {
  const { open } = useNavigation();
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title="Nothing on the ledger matches"
        text="Every word must occur in an event or in the output it kept."
        action={
          <Button variant="primary" onClick={onClearFilter}>
            Show everything
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="activity"
      title="Nothing has happened yet"
      text="Every message, reply, decision, command and file change is recorded here, for example “Changed greeting.txt (+1 −1)”."
      action={
        <Button variant="primary" onClick={() => open('sessions')}>
          Start a session
        </Button>
      }
    />
  );
}

const keyOf = ({ session, id }: AnyLedgerEvent) => `${session} ${id}`;

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const next = rows[rows.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
