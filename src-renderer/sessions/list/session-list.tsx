import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { SessionSummary } from '#contract';
import { useActions } from '../../state/actions.tsx';
import { useLayout } from '../../state/layout.tsx';
import type { Live } from '../../state/use-live.ts';
import { useOpenWorkspaces, type WorkspaceGroup, workspaceGroups } from '../../state/workspaces.ts';
import { Banner } from '../../ui/banner.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DeletedSessions } from './deleted-sessions.tsx';
import { RecordFold } from './record-fold.tsx';
import { SessionGroup } from './session-group.tsx';
import styles from './session-list.module.css';
import { SessionRow } from './session-row.tsx';
import { useNeighbourFocus } from './use-neighbour-focus.ts';
import { type RemovedSessions, useRemoveSession } from './use-remove-session.ts';

export interface SessionListProps {
  readonly sessions: Live<readonly SessionSummary[]>;
  readonly current: string | undefined;
  readonly onChoose: (id: string) => void;
  /** In this workspace, else in that of the session that is shown. */
  readonly onCreate: (workspace?: string) => void;
}

/** All sessions with their state, by workspace where there are several; the arrow keys move between them, F2 renames, Delete removes. */
export function SessionList({ sessions, current, onChoose, onCreate }: SessionListProps) {
  const [search, setSearch] = useState('');
  const removed = useRemoveSession(onChoose);
  const list = useRef<HTMLDivElement>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const all = sessions.status === 'ready' ? sessions.value : [];
  const { groups, conversations, records, isOpen, toggle } = useShownRows(all, search, current);
  const shown = [...conversations, ...(isOpen ? records : [])];
  const tabStop = shown.some((session) => session.id === current) ? current : shown[0]?.id;

  const leave = useNeighbourFocus(
    list,
    newButton,
    shown.map(({ id }) => id),
  );
  useRestoreActions(removed);
  const remove = (session: SessionSummary) => {
    const neighbour = leave(session.id);
    removed.remove(session, () => {
      if (session.id === current && neighbour !== undefined) onChoose(neighbour);
    });
  };

  const row = (session: SessionSummary) => (
    <SessionRow
      key={session.id}
      session={session}
      isCurrent={session.id === current}
      isTabStop={session.id === tabStop}
      onChoose={() => onChoose(session.id)}
      onMove={(step) => moveFocus(list.current, step)}
      onRemove={() => remove(session)}
    />
  );

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <h2 className={styles.heading}>Sessions</h2>
        <IconButton ref={newButton} label="New session" icon="plus" size="small" onClick={() => onCreate()} />
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
      <div ref={list} className={styles.rows}>
        <ul className={styles.list} aria-label="Sessions">
          <GroupedRows {...{ groups, conversations, row, onCreate }} />
        </ul>
        {records.length === 0 ? undefined : (
          <RecordFold count={records.length} isOpen={isOpen} onToggle={toggle}>
            {records.map(row)}
          </RecordFold>
        )}
      </div>
      {shown.length === 0 && search.trim() !== '' ? (
        <p className={styles.hint}>No session is called “{search}”.</p>
      ) : undefined}
      {all.every(isRecord) && sessions.status === 'ready' ? (
        <p className={styles.hint}>
          A session holds a conversation and everything it did. Send a message to start one.
        </p>
      ) : undefined}
      <div className={styles.toasts}>
        {removed.problem === undefined ? undefined : <Banner level="error">{removed.problem}</Banner>}
        <DeletedSessions {...removed} />
      </div>
    </div>
  );
}

interface GroupedRowsProps extends Pick<ShownRows, 'groups' | 'conversations'>, Pick<SessionListProps, 'onCreate'> {
  readonly row: (session: SessionSummary) => ReactNode;
}

function GroupedRows({ groups, conversations, row, onCreate }: GroupedRowsProps) {
  if (groups === undefined) return conversations.map(row);
  return groups.map(({ workspace, items }) => (
    <SessionGroup key={workspace.path} workspace={workspace} onCreate={() => onCreate(workspace.path)}>
      {items.map(row)}
    </SessionGroup>
  ));
}

const isRecord = ({ kind }: SessionSummary): boolean => kind === 'record';

interface ShownRows {
  /** The conversations by workspace; none where there is one workspace alone. */
  readonly groups: readonly WorkspaceGroup<SessionSummary>[] | undefined;
  /** In the order they are shown in. */
  readonly conversations: readonly SessionSummary[];
  readonly records: readonly SessionSummary[];
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** What is called as is searched for; the fold of the records opens for what is found there, and for the one that is shown. */
function useShownRows(all: readonly SessionSummary[], search: string, current: string | undefined): ShownRows {
  const [isOpened, setOpened] = useLayout('sessions.records', false);
  const words = search.trim().toLowerCase();
  const found = all.filter(({ title }) => title.toLowerCase().includes(words));
  const records = found.filter(isRecord);
  const isNeeded = words !== '' || records.some(({ id }) => id === current);
  const conversations = found.filter((session) => !isRecord(session));
  const open = useOpenWorkspaces();
  const groups = workspaceGroups(conversations, open)?.filter(({ items }) => words === '' || items.length > 0);
  return {
    groups,
    conversations: groups?.flatMap(({ items }) => items) ?? conversations,
    records,
    isOpen: isOpened || isNeeded,
    toggle: () => setOpened(!isOpened),
  };
}

/** Deleted sessions that the palette offers by name. */
const MAX_OFFERED = 5;

function useRestoreActions({ deleted, restore }: RemovedSessions): void {
  useActions(
    useMemo(
      () =>
        deleted.slice(0, MAX_OFFERED).map((session) => ({
          id: `sessions.restore.${session.id}`,
          title: `Restore the deleted session “${session.title}”`,
          group: 'Sessions',
          run: () => restore(session),
        })),
      [deleted, restore],
    ),
  );
}

function moveFocus(list: HTMLElement | null, step: 'next' | 'previous' | 'first' | 'last'): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-session]') ?? [])];
  const index = rows.findIndex((row) => row.matches(':focus'));
  const target = { next: index + 1, previous: index - 1, first: 0, last: rows.length - 1 }[step];
  rows[Math.min(Math.max(target, 0), rows.length - 1)]?.focus();
}
