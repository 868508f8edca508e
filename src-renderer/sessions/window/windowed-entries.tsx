import { type MouseEvent, type ReactNode, type RefObject, useCallback } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ConversationItems, SessionItem } from '../items/conversation-state.ts';
import { drawnStretches } from './drawn-range.ts';
import { useKeptEntries } from './use-kept-entries.ts';
import type { EntryWindow } from './use-window.ts';
import styles from './windowed-entries.module.css';

export interface WindowedEntriesProps {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly entries: ConversationItems;
  readonly drawn: EntryWindow;
  readonly children: (entry: SessionItem) => ReactNode;
}

/** A conversation as a list of which only what is in view is drawn, and room for the rest; each entry says which of how many it is. */
export function WindowedEntries({ list, entries, drawn, children }: WindowedEntriesProps) {
  const { range, tops, watch, show } = drawn;
  const kept = useKeptEntries(list, entries);
  return (
    <ol ref={list} className={styles.list}>
      {drawnStretches(entries, range, kept).map((stretch) => {
        if (stretch.kind === 'gap') {
          const { from, to } = stretch;
          const isBelow = to === entries.length;
          const next = entries[isBelow ? from : to - 1];
          const height = (tops[to] ?? 0) - (tops[from] ?? 0);
          const onShow = () => next && show(next.id);
          return <Gap key={`gap ${from}`} height={height} count={to - from} isBelow={isBelow} onShow={onShow} />;
        }
        const entry = entries[stretch.index];
        if (entry === undefined) return undefined;
        return (
          <Box key={entry.id} id={entry.id} position={stretch.index + 1} count={entries.length} watch={watch}>
            {children(entry)}
          </Box>
        );
      })}
    </ol>
  );
}

interface BoxProps {
  readonly id: string;
  readonly position: number;
  readonly count: number;
  readonly watch: EntryWindow['watch'];
  readonly children: ReactNode;
}

function Box({ id, position, count, watch, children }: BoxProps) {
  const ref = useCallback((box: HTMLLIElement | null) => (box === null ? undefined : watch(box)), [watch]);
  return (
    <li ref={ref} className={styles.entry} data-entry={id} aria-posinset={position} aria-setsize={count}>
      {children}
    </li>
  );
}

interface GapProps {
  readonly height: number;
  readonly count: number;
  /** Whether nothing is drawn below it. */
  readonly isBelow: boolean;
  readonly onShow: () => void;
}

/** Room for entries that are not drawn, with a way to them for those who do not scroll. */
function Gap({ height, count, isBelow, onShow }: GapProps) {
  const go = (event: MouseEvent<HTMLElement>) => {
    // The button goes with the gap.
    event.currentTarget.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
    onShow();
  };
  return (
    <li className={styles.gap} style={{ blockSize: height }}>
      <Button size="small" className={styles.more} data-below={isBelow || undefined} onClick={go}>
        {isBelow ? `Show ${count} later entries` : `Show ${count} earlier entries`}
      </Button>
    </li>
  );
}
