import { type KeyboardEvent, useRef, useState } from 'react';
import type { SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { ExportFormat } from '../../ui/export-session.ts';
import { formatListTime } from '../../ui/list-time.ts';
import { Menu } from '../../ui/menu.tsx';
import { sessionState } from '../items/session-words.ts';
import { StateMark } from '../items/state-mark.tsx';
import styles from './session-row.module.css';

export interface SessionRowProps {
  readonly session: SessionSummary;
  /** The branch that it works in, by who works there. */
  readonly branch: string | undefined;
  readonly isCurrent: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: () => void;
  readonly onMove: (step: 'next' | 'previous' | 'first' | 'last') => void;
  readonly onRemove: () => void;
  readonly onExport: (format: ExportFormat) => void;
  readonly onFork: () => void;
}

const MOVES = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' } as const;

export function SessionRow(props: SessionRowProps) {
  const { session, branch, isCurrent, isTabStop, onChoose, onMove, onRemove, onExport, onFork } = props;
  const [isRenaming, setRenaming] = useState(false);
  const row = useRef<HTMLButtonElement>(null);
  const state = sessionState(session);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES[event.key as keyof typeof MOVES];
    if (move !== undefined) onMove(move);
    else if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Delete') onRemove();
    else return;
    event.preventDefault();
  };
  const endRenaming = () => {
    setRenaming(false);
    // The row is drawn again before it can take the focus back.
    requestAnimationFrame(() => row.current?.focus());
  };

  if (isRenaming) {
    return (
      <li className={styles.item}>
        <TitleField session={session} onDone={endRenaming} />
      </li>
    );
  }
  return (
    <li className={styles.item} data-current={isCurrent || undefined}>
      <button
        ref={row}
        type="button"
        data-session={session.id}
        className={styles.row}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onChoose}
        onDoubleClick={() => setRenaming(true)}
        onKeyDown={onKeyDown}
      >
        <span className={styles.title} title={session.title}>
          {session.title}
        </span>
        <span className={styles.meta}>
          <StateMark {...state} />
          {branch === undefined ? undefined : <Badge label={`in a branch, ${branch}`}>Branch</Badge>}
          <time className={styles.time} dateTime={new Date(session.updatedAt).toISOString()}>
            {formatListTime(session.updatedAt)}
          </time>
        </span>
      </button>
      <Menu
        trigger={
          <IconButton
            className={styles.more}
            label={`More for ${session.title}`}
            icon="more"
            size="small"
            tabIndex={isTabStop ? 0 : -1}
          />
        }
        items={[
          { label: 'Rename', keys: 'F2', onSelect: () => setRenaming(true) },
          { label: 'Fork', onSelect: onFork },
          { label: 'Export as Markdown', onSelect: () => onExport('markdown') },
          { label: 'Export as JSON', onSelect: () => onExport('json') },
          { label: 'Delete', keys: 'Delete', onSelect: onRemove },
        ]}
      />
    </li>
  );
}

function TitleField({ session, onDone }: { readonly session: SessionSummary; readonly onDone: () => void }) {
  const api = useApi();
  const [title, setTitle] = useState(session.title);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isClosed = useRef(false);

  const close = () => {
    if (isClosed.current) return;
    isClosed.current = true;
    onDone();
  };
  const save = () => {
    const wanted = title.trim();
    if (wanted === '' || wanted === session.title) return close();
    api.sessions
      .rename({ session: session.id, title: wanted })
      .then(close, (error: unknown) => setProblem(failureText('Not renamed', error)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') close();
  };

  return (
    <div className={styles.rename}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here.
        autoFocus
        className={styles.titleField}
        aria-label="Title of the session"
        maxLength={200}
        value={title}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
      {problem === undefined ? undefined : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
