import { type Ref, useLayoutEffect, useMemo, useRef } from 'react';
import type { ScheduleRun } from '#contract';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { useCurrentRow } from '../../ui/use-current-row.ts';
import { useScrollView } from '../../ui/use-scroll-view.ts';
import { useToday } from '../../ui/use-today.ts';
import { RunRow } from '../runs/run-row.tsx';
import styles from './inbox.module.css';
import { InboxKeys } from './inbox-keys.tsx';
import { drawnRows, type InboxRows, inboxRows, ROW_HEIGHT, topOfRow } from './inbox-rows.ts';
import type { InboxState } from './use-inbox.ts';

/** Older runs are asked for when the end is nearer than this, in pixels. */
const NEAR_END = 1500;

export interface InboxListProps {
  readonly runs: readonly ScheduleRun[];
  readonly older: number;
  readonly unread: number;
  readonly inbox: Pick<InboxState, 'hasMore' | 'isLoading' | 'loadOlder'>;
  /** Id of the run that is open. */
  readonly shown: string | undefined;
  readonly onOpen: (run: ScheduleRun) => void;
  readonly onReadAll: () => void;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Runs by day, the newest first; one tab stop, and the arrow keys go from run to run. Only rows in view are drawn. */
export function InboxList({ runs, older, unread, inbox, shown, onOpen, onReadAll, ref }: InboxListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const today = useToday();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was today is yesterday on another day.
  const rows = useMemo(() => inboxRows(runs), [runs, today]);
  const { onScroll, ...view } = useScrollView(scroller, ROW_HEIGHT);
  const drawn = drawnRows(rows, view);
  const { current, setCurrent, onKeyDown } = useCurrentRow(scroller, rows.keys, (place) => topOfRow(rows, place));
  useStillness(scroller, rows);
  const inView = runs.slice(drawn.first, drawn.end);
  const has = (id: string | undefined) => inView.some((run) => run.id === id);
  const stop = [current, shown].find((id) => id !== undefined && has(id)) ?? rows.keys[drawn.first];
  const { hasMore, isLoading, loadOlder } = inbox;
  const scrolled = () => {
    onScroll();
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    if (hasMore && !isLoading && scrollHeight - scrollTop - clientHeight < NEAR_END) loadOlder();
  };
  return (
    <div ref={ref} className={styles.pane}>
      <header className={styles.head}>
        <h2 className={styles.heading}>Inbox</h2>
        <span role="status" className={styles.count}>
          {unread === 0 ? 'All read' : `${unread} unread`}
        </span>
        {unread === 0 ? undefined : (
          <Button size="small" variant="ghost" onClick={onReadAll}>
            Mark all as read
          </Button>
        )}
      </header>
      <div ref={scroller} className={styles.scroller} data-first-focus="" onScroll={scrolled}>
        <ol
          className={styles.runs}
          aria-label="Runs"
          onKeyDown={onKeyDown}
          style={{ paddingTop: drawn.above, paddingBottom: drawn.below }}
        >
          {inView.map((run, index) => (
            <RunRow
              key={run.id}
              run={run}
              day={rows.days.get(drawn.first + index)}
              place={drawn.first + index + 1}
              total={older > 0 ? -1 : runs.length}
              isShown={run.id === shown}
              isTabStop={run.id === stop}
              onFocus={() => setCurrent(run.id)}
              onOpen={() => onOpen(run)}
            />
          ))}
        </ol>
        {older === 0 ? undefined : (
          <p className={styles.foot}>
            {hasMore ? (
              <Button size="small" variant="ghost" disabled={isLoading} onClick={loadOlder}>
                {isLoading ? 'Loading…' : `Show older: ${plural(older, 'run')}`}
              </Button>
            ) : (
              `${plural(older, 'older run')} can be found in Activity.`
            )}
          </p>
        )}
      </div>
      <InboxKeys />
    </div>
  );
}

/** Runs that come while one reads further down move nothing: what is in view stays where it is. */
function useStillness(scroller: { readonly current: HTMLElement | null }, { keys, days }: InboxRows): void {
  const before = useRef(keys[0]);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = keys[0];
    const element = scroller.current;
    if (element === null || was === undefined || was === keys[0] || element.scrollTop <= ROW_HEIGHT) return;
    const place = keys.indexOf(was);
    // The day above the first run stood there before, too.
    const added = { runs: [], keys, days };
    if (place > 0) element.scrollTop += topOfRow(added, place + 1) - topOfRow(added, 1);
  }, [keys, days, scroller]);
}
