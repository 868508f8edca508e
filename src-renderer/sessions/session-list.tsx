import { useRef, useState } from 'react';
import type { SessionSummary } from '#contract';
import type { Live } from '../state/use-live.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './session-list.module.css';
import { SessionRow } from './session-row.tsx';
import { useRemoveSession } from './use-remove-session.ts';

export interface SessionListProps {
  readonly sessions: Live<readonly SessionSummary[]>;
  readonly current: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly onCreate: () => void;
}

/** All sessions with their state; the arrow keys move between them, F2 renames, Delete removes. */
export function SessionList({ sessions, current, onChoose, onCreate }: SessionListProps) {
  const [search, setSearch] = useState('');
  const { remove, removed, restore, problem } = useRemoveSession();
  const list = useRef<HTMLUListElement>(null);
  const all = sessions.status === 'ready' ? sessions.value : [];
  const shown = all.filter((session) => session.title.toLowerCase().includes(search.trim().toLowerCase()));
  const tabStop = shown.some((session) => session.id === current) ? current : shown[0]?.id;

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <h2 className={styles.heading}>Sessions</h2>
        <IconButton label="New session" icon="plus" size="small" onClick={onCreate} />
      </header>
      {all.length > 0 ? (
        <div className={styles.search}>
          <TextField
            type="search"
            aria-label="Search sessions"
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      ) : undefined}
      {sessions.status === 'failed' ? <Banner level="error">{sessions.error.message}</Banner> : undefined}
      {sessions.status === 'loading' ? <Spinner label="Loading sessions" /> : undefined}
      <ul ref={list} className={styles.list} aria-label="Sessions">
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isCurrent={session.id === current}
            isTabStop={session.id === tabStop}
            onChoose={() => onChoose(session.id)}
            onMove={(step) => moveFocus(list.current, step)}
            onRemove={() => remove(session)}
          />
        ))}
      </ul>
      {shown.length === 0 && all.length > 0 ? (
        <p className={styles.hint}>No session is called “{search}”.</p>
      ) : undefined}
      {all.length === 0 && sessions.status === 'ready' ? (
        <p className={styles.hint}>A session keeps one conversation and all it led to. The first message makes one.</p>
      ) : undefined}
      <div className={styles.toasts} role="status">
        {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
        {removed === undefined ? undefined : (
          <div className={styles.toast}>
            <span className={styles.toastText}>Deleted “{removed.title}”</span>
            <Button size="small" onClick={restore}>
              Undo
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function moveFocus(list: HTMLElement | null, step: 'next' | 'previous' | 'first' | 'last'): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-session]') ?? [])];
  const index = rows.findIndex((row) => row.matches(':focus'));
  const target = { next: index + 1, previous: index - 1, first: 0, last: rows.length - 1 }[step];
  rows[Math.min(Math.max(target, 0), rows.length - 1)]?.focus();
}
