import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './deleted-sessions.module.css';
import { TrashDialog } from './trash-dialog.tsx';
import type { RemovedSessions } from './use-remove-session.ts';

/** The ways back for sessions that were deleted: at once for the one just deleted, in a dialog for all of them. */
export function DeletedSessions({ latest, ...trash }: Omit<RemovedSessions, 'remove'>) {
  const [isOpen, setOpen] = useState(false);
  const { deleted, restore } = trash;
  return (
    <>
      {latest === undefined ? undefined : (
        <div className={styles.toast} role="status">
          <span className={styles.text}>Deleted “{latest.title}”</span>
          <Button size="small" aria-label="Restore the deleted session" onClick={() => restore(latest)}>
            Restore
          </Button>
        </div>
      )}
      {deleted.length === 0 ? undefined : (
        <Button className={styles.all} size="small" variant="ghost" onClick={() => setOpen(true)}>
          <Icon name="trash" /> Deleted sessions <span className={styles.count}>{deleted.length}</span>
        </Button>
      )}
      {isOpen ? <TrashDialog {...trash} onClose={() => setOpen(false)} /> : undefined}
    </>
  );
}
