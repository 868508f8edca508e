import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AnyLedgerEvent } from '#contract';
import { useNavigation } from '../state/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { plural } from '../ui/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import { keyOf } from './event-key.ts';
import styles from './event-list.module.css';
import { EventRow } from './event-row.tsx';
import { ROW_HEIGHT } from './row-window.ts';
import type { Activity } from './use-activity.ts';
import { useHold } from './use-hold.ts';
import { useRowWindow } from './use-row-window.ts';

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
  if (activity.events.length > 0) return <Events {...{ activity, titleOf, onShowChain }} />;
  return (
    <div className={styles.scroll}>
      {activity.isLoading ? (
        <Spinner label="Reading the ledger" />
      ) : (
        <NothingHere isFiltered={isFiltered} onClearFilter={onClearFilter} />
      )}
    </div>
  );
}

/** One tab stop; the arrow keys, Page Up and Down, Home and End go from event to event, Enter opens one. */
function Events({ activity, titleOf, onShowChain }: Pick<EventListProps, 'activity' | 'titleOf' | 'onShowChain'>) {
  const { isLoading, hasMore, loadOlder } = activity;
  const held = useHold(activity.events);
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const keys = useMemo(() => held.events.map(keyOf), [held.events]);
  const rows = useRowWindow(scroller, keys, opened);
  const { current, setCurrent, onKeyDown } = useCurrentRow(scroller, keys);
  const drawn = held.events.slice(rows.first, rows.end);
  const stop = drawn.some((event) => keyOf(event) === current) ? current : keys[rows.first];
  const toggle = (key: string) => setOpened(toggled(opened, key));
  const onScroll = () => {
    rows.onScroll();
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    if (scrollTop > ROW_HEIGHT) held.hold();
    if (hasMore && !isLoading && scrollHeight - scrollTop - clientHeight < NEAR_END) loadOlder();
  };
  const follow = () => {
    held.follow();
    scroller.current?.scrollTo?.({ top: 0 });
  };

  return (
    <div className={styles.pane}>
      <div className={styles.state}>
        <span role="status">
          {plural(keys.length, 'event')}
          {hasMore ? ' loaded, there are older ones' : ''}
          {held.isHeld ? `, paused${held.waiting > 0 ? `, ${held.waiting} new` : ''}` : ', live'}
        </span>
        <Button size="small" variant="ghost" onClick={held.isHeld ? follow : held.hold}>
          {held.isHeld ? 'Resume' : 'Pause'}
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
            const key = keyOf(event);
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

function toggled(opened: ReadonlySet<string>, key: string): ReadonlySet<string> {
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

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The row that has the focus, which may be led to one that is not drawn yet: it is scrolled to, drawn, and focused. */
function useCurrentRow(scroller: { readonly current: HTMLElement | null }, keys: readonly string[]) {
  const [current, setCurrent] = useState<string | undefined>(undefined);
  const wanted = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = rowOf(scroller.current, wanted.current);
    if (row === undefined) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
    row.scrollIntoView?.({ block: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return;
    event.preventDefault();
    const place = Math.min(Math.max(keys.indexOf(event.target.dataset.row) + step, 0), keys.length - 1);
    const next = keys[place];
    if (next === undefined) return;
    wanted.current = next;
    if (rowOf(scroller.current, next) === undefined) scroller.current?.scrollTo?.({ top: place * ROW_HEIGHT });
    setCurrent(next);
  };
  return { current, setCurrent, onKeyDown };
}

function rowOf(scroller: HTMLElement | null, key: string): HTMLElement | undefined {
  const rows = [...(scroller?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  return rows.find((row) => row.dataset.row === key);
}
