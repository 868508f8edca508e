import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { SessionSummary } from '#contract';
import { useActions } from '../../state/actions.tsx';
import type { LiveState } from '../../state/use-live.ts';
import { Banner } from '../../ui/banner.tsx';
import { IconButton } from '../../ui/button.tsx';
import { byDay } from '../../ui/days.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useToday } from '../../ui/use-today.ts';
import { DeletedSessions } from './deleted-sessions.tsx';
import { ListFilters, nothingWords, useListFilters } from './list-filters.tsx';
import { RecordFold } from './record-fold.tsx';
import { SessionGroup } from './session-group.tsx';
import styles from './session-list.module.css';
import { SessionRow } from './session-row.tsx';
import { useForkSession } from './use-fork-session.ts';
import { useNeighbourFocus } from './use-neighbour-focus.ts';
import { type RemovedSessions, useRemoveSession } from './use-remove-session.ts';
import { useSessionExport } from './use-session-export.ts';
import { isRecord, type ShownRows, useShownRows } from './use-shown-rows.ts';
import { useStaying } from './use-staying.ts';

export interface SessionListProps {
  readonly sessions: LiveState<readonly SessionSummary[]>;
  readonly current: string | undefined;
  readonly onChoose: (id: string) => void;
  /** Creates a session in this workspace, else in that of the session that is shown. */
  readonly onCreate: (workspace?: string) => void;
}

/** All sessions with their state, by workspace where there are several; the arrow keys move between them, F2 renames, Delete removes. */
export function SessionList({ sessions, current, onChoose, onCreate }: SessionListProps) {
  // Days and times of rows, and what is chosen by a day, are drawn again when another day begins.
  useToday();
  const filters = useListFilters();
  const exporting = useSessionExport();
  const forking = useForkSession(onChoose, current);
  const removed = useRemoveSession(onChoose, current);
  const stay = useStaying(current);
  const list = useRef<HTMLDivElement>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const all = sessions.status === 'ready' ? sessions.value : [];
  const { groups, conversations, records, branches, isOpen, toggle } = useShownRows(all, filters, current);
  const shown = [...conversations, ...(isOpen ? records : [])];
  const isShown = shown.some(({ id }) => id === current);
  useShownWhenNew(current, !isShown && all.some(({ id }) => id === current), filters.clear);
  const tabStop = isShown ? current : shown[0]?.id;

  const leave = useNeighbourFocus(
    list,
    newButton,
    shown.map(({ id }) => id),
  );
  useRestoreActions(removed);
  const remove = (session: SessionSummary) => {
    const neighbour = leave(session.id);
    const stays = stay();
    removed.remove(session, () => {
      if (session.id === current && neighbour !== undefined && stays()) onChoose(neighbour);
    });
  };

  const row = (session: SessionSummary) => (
    <SessionRow
      key={session.id}
      session={session}
      branch={session.workspace === undefined ? undefined : branches[session.workspace]?.name}
      isCurrent={session.id === current}
      isTabStop={session.id === tabStop}
      onChoose={() => onChoose(session.id)}
      onMove={(step) => moveFocus(list.current, step)}
      onRemove={() => remove(session)}
      onExport={(format) => exporting.start(session, format)}
      onFork={() => forking.start(session)}
    />
  );

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <h2 className={styles.heading}>Sessions</h2>
        <IconButton ref={newButton} label="New session" icon="plus" size="small" onClick={() => onCreate()} />
      </header>
      {all.length > 0 ? (
        <ListFilters filters={filters} hasDays={byDay(all, ({ updatedAt }) => updatedAt).length > 1} />
      ) : undefined}
      {sessions.status === 'failed' ? <Banner level="error">{sessions.error.message}</Banner> : undefined}
      {sessions.status === 'loading' ? <Spinner label="Loading sessions" /> : undefined}
      <div ref={list} className={styles.rows}>
        <ul className={styles.list} aria-label="Sessions">
          <GroupedRows groups={groups} conversations={conversations} row={row} onCreate={onCreate} />
        </ul>
        {records.length === 0 ? undefined : (
          <RecordFold count={records.length} isOpen={isOpen} onToggle={toggle}>
            {records.map(row)}
          </RecordFold>
        )}
      </div>
      <Hints
        nothing={shown.length === 0 ? nothingWords(filters) : undefined}
        isNew={sessions.status === 'ready' && all.every(isRecord)}
      />
      <div className={styles.toasts}>
        <ListProblem text={exporting.problem} />
        <ListProblem text={forking.problem} />
        <ListProblem text={removed.problem} />
        <DeletedSessions {...removed} />
      </div>
    </div>
  );
}

interface GroupedRowsProps extends Pick<ShownRows, 'groups' | 'conversations'>, Pick<SessionListProps, 'onCreate'> {
  readonly row: (session: SessionSummary) => ReactNode;
}

function GroupedRows({ groups, conversations, row, onCreate }: GroupedRowsProps) {
  if (groups === undefined) return <DayRows sessions={conversations} row={row} />;
  return groups.map(({ workspace, items }) => (
    <SessionGroup key={workspace.path} workspace={workspace} onCreate={() => onCreate(workspace.path)}>
      <DayRows sessions={items} row={row} />
    </SessionGroup>
  ));
}

/** Rows under the names of their days, if they are of several. */
function DayRows({ sessions, row }: { readonly sessions: readonly SessionSummary[] } & Pick<GroupedRowsProps, 'row'>) {
  const days = byDay(sessions, ({ updatedAt }) => updatedAt);
  if (days.length < 2) return sessions.map(row);
  return days.map(([day, items]) => (
    <li key={day} className={styles.day}>
      <span className={styles.dayName}>{day}</span>
      <ul className={styles.groupRows} aria-label={day}>
        {items.map(row)}
      </ul>
    </li>
  ));
}

/** A session that was made or gone to while the list is filtered is seen all the same. */
function useShownWhenNew(current: string | undefined, isHidden: boolean, showAll: () => void): void {
  const before = useRef(current);
  useEffect(() => {
    if (current === before.current) return;
    if (isHidden) showAll();
    before.current = current;
  }, [current, isHidden, showAll]);
}

function ListProblem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? undefined : <Banner level="error">{text}</Banner>;
}

function Hints({ nothing, isNew }: { readonly nothing: string | undefined; readonly isNew: boolean }) {
  return (
    <>
      {nothing === undefined ? undefined : <p className={styles.hint}>{nothing}</p>}
      {isNew ? (
        <p className={styles.hint}>
          A session holds a conversation and everything it did. Send a message to start one.
        </p>
      ) : undefined}
    </>
  );
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
