import { useRef, useState } from 'react';
import type { DeletedSession } from '#contract';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatBytes, formatFullTime } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './trash-dialog.module.css';
import { useNeighbourFocus } from './use-neighbour-focus.ts';
import type { RemovedSessions } from './use-remove-session.ts';

interface TrashDialogProps extends Pick<RemovedSessions, 'deleted' | 'problem' | 'restore' | 'erase'> {
  readonly onClose: () => void;
}

/** Dialog with the contents of the trash, each with buttons to restore and to erase it. */
export function TrashDialog({ deleted, problem, restore, erase, onClose }: TrashDialogProps) {
  const [asked, setAsked] = useState<DeletedSession | undefined>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const leave = useNeighbourFocus(
    list,
    list,
    deleted.map(({ id }) => id),
  );
  return (
    <Dialog
      title="Deleted sessions"
      open
      onOpenChange={onClose}
      description="A deleted session keeps its whole record until it is deleted for good."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {deleted.length === 0 ? <p>The trash is empty.</p> : undefined}
      <ul ref={list} className={styles.list} aria-label="Sessions in the trash" tabIndex={-1}>
        {deleted.map((session) => (
          <li key={session.id} className={styles.row}>
            <span className={styles.words}>
              <span className={styles.title}>
                <VisibleText text={session.title} />
              </span>
              <span className={styles.facts}>
                Deleted {formatFullTime(session.deletedAt)} · {formatBytes(session.bytes)}
              </span>
            </span>
            <Button
              size="small"
              data-session={session.id}
              aria-label={`Restore “${session.title}”`}
              onClick={() => {
                restore(session);
                onClose();
              }}
            >
              Restore
            </Button>
            <Button
              size="small"
              variant="danger"
              aria-label={`Delete “${session.title}” for good`}
              onClick={() => setAsked(session)}
            >
              Delete for good
            </Button>
          </li>
        ))}
      </ul>
      {asked === undefined ? undefined : (
        <EraseQuestion
          session={asked}
          onErase={() => {
            leave(asked.id);
            erase(asked);
            setAsked(undefined);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </Dialog>
  );
}

interface EraseQuestionProps {
  readonly session: DeletedSession;
  readonly onErase: () => void;
  readonly onCancel: () => void;
}

function EraseQuestion({ session, onErase, onCancel }: EraseQuestionProps) {
  return (
    <Dialog
      title={`Delete “${session.title}” for good?`}
      size="small"
      open
      onOpenChange={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Keep it</Button>
          <Button variant="danger" onClick={onErase}>
            Delete for good
          </Button>
        </>
      }
    >
      <p>
        Its record goes from this machine and cannot come back: the conversation, what was decided, and the way to undo
        what it changed. Copies of changed files stay in the data folder, since other sessions may need them.
      </p>
    </Dialog>
  );
}
