import { useMemo, useRef, useState } from 'react';
import type { AnyLedgerEvent } from '#contract';
import { useNavigation } from '../state/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { plural } from '../ui/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useCurrentRow } from '../ui/use-current-row.ts';
import { eventKey } from './event-key.ts';
import styles from './event-list.module.css';
import { EventRow } from './event-row.tsx';
import type { Activity } from './use-activity.ts';
import { usePausableEvents } from './use-pausable-events.ts';
import { ROW_HEIGHT, useRowWindow } from './use-row-window.ts';

/** Older events are asked for when the end is nearer than this, in pixels. */
const NEAR_END = 1500;

export interface EventListProps {
  readonly activity: Activity;
  readonly isFiltered: boolean;
  readonly titleOf: (session: string) => string;
  readonly onShowChain: (event: AnyLedgerEvent) => void;
  readonly onClearFilter: () => void;
}

export function EventList({ activity, isFiltered, titleOf, onShowChain, onClearFilter }: EventListProps) {
  if (activity.events.length > 0) return <Events activity={activity} titleOf={titleOf} onShowChain={onShowChain} />;
  const { isLoading, problem } = activity;
  return (
    <div className={styles.scroll}>
      {isLoading ? <Spinner label="Reading the ledger" /> : undefined}
      {isLoading || problem !== undefined ? undefined : (
        <NothingHere isFiltered={isFiltered} onClearFilter={onClearFilter} />
      )}
    </div>
  );
}

/** One tab stop; the arrow keys, Page Up and Down, Home and End go from event to event, Enter opens one. */
function Events({ activity, titleOf, onShowChain }: Pick<EventListProps, 'activity' | 'titleOf' | 'onShowChain'>) {
  const { isLoading, hasMore, loadOlder } = activity;
  const shown = usePausableEvents(activity.events);
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const keys = useMemo(() => shown.events.map(eventKey), [shown.events]);
  const rows = useRowWindow(scroller, keys, opened);
  const { current, setCurrent, onKeyDown } = useCurrentRow(scroller, keys, rowTop);
  const drawn = shown.events.slice(rows.first, rows.end);
  const stop = drawn.some((event) => eventKey(event) === current) ? current : keys[rows.first];
  const toggle = (key: string) => setOpened(withToggled(opened, key));
  const onScroll = () => {
    rows.onScroll();
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    if (scrollTop > ROW_HEIGHT) shown.pause();
    if (hasMore && !isLoading && scrollHeight - scrollTop - clientHeight < NEAR_END) loadOlder();
  };
  const follow = () => {
    shown.follow();
    scroller.current?.scrollTo?.({ top: 0 });
  };

  return (
    <div className={styles.pane}>
      <div className={styles.state}>
        <span role="status">
          {plural(keys.length, 'event')}
          {hasMore ? ' loaded, there are older ones' : ''}
          {shown.isPaused ? `, paused${shown.waiting > 0 ? `, ${shown.waiting} new` : ''}` : ', live'}
        </span>
        <Button size="small" variant="ghost" onClick={shown.isPaused ? follow : shown.pause}>
          {shown.isPaused ? 'Resume' : 'Pause'}
        </Button>
      </div>
      <div ref={scroller} className={styles.scroll} onScroll={onScroll}>
        <ol
          className={styles.list}
          aria-label="Events"
          onKeyDown={onKeyDown}
          style={{ paddingTop: rows.above, paddingBottom: rows.below }}
        >
          {drawn.map((event, index) => {
            const key = eventKey(event);
            return (
              <EventRow
                key={key}
                ref={opened.has(key) ? (element) => rows.measure(key, element) : undefined}
                event={event}
                place={rows.first + index + 1}
                total={hasMore ? -1 : keys.length}
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
    </div>
  );
}

const rowTop = (place: number) => place * ROW_HEIGHT;

function withToggled(opened: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(opened);
  if (!next.delete(key)) next.add(key);
  return next;
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
