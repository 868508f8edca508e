import { useState } from 'react';
import type { PathOutcome, TurnUndoOutcome } from '#contract';
import { filesIn, UNDO_WORDS } from '#contract/undo-words';
import { useWorkspaceOf } from '../state/sessions.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatTime } from '../ui/format.ts';
import { shortPath, shortPaths } from '../ui/short-path.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './left-dialog.module.css';
import { sortOutcome, withoutFilled } from './sort-outcome.ts';
import type { TurnUndoRequest } from './turn-undo.ts';

export interface LeftDialogProps {
  readonly request: TurnUndoRequest;
  readonly plan: TurnUndoOutcome;
  readonly onGoOn: (confirmed: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Paths listed; a turn may have changed thousands. */
const MAX_LISTED = 200;

/** Asks before an undo or redo that would leave something as it is: each path with the reason, and what can be done all the same. */
export function LeftDialog({ request, plan, onGoOn, onCancel }: LeftDialogProps) {
  const { verb, back } = UNDO_WORDS[request.direction];
  const { restored, stays } = sortOutcome(plan);
  const left = withoutFilled(stays);
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const toggle = (event: string) => {
    const next = new Set(confirmed);
    if (!next.delete(event)) next.add(event);
    setConfirmed(next);
  };
  const workspace = useWorkspaceOf(request.session);
  const isNothing = restored.length + confirmed.size === 0;
  return (
    <Dialog
      title={`${verb} “${request.title}”?`}
      size="large"
      open
      onOpenChange={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" disabled={isNothing} onClick={() => onGoOn([...confirmed])}>
            {restored.length === 0 ? `${verb} what is ticked` : `${verb} the rest`}
          </Button>
        </>
      }
    >
      <p>
        {filesIn(restored)} will be {back}, {filesIn(stays)} {left.length === 1 ? 'is' : 'are'} left:
      </p>
      <ul className={styles.paths} aria-label="Left as they are">
        {left.slice(0, MAX_LISTED).map((path) => (
          <LeftPath
            key={path.event}
            path={path}
            workspace={workspace}
            isConfirmed={confirmed.has(path.event)}
            onToggle={() => toggle(path.event)}
            label={`${verb} all the same`}
          />
        ))}
      </ul>
      {left.length > MAX_LISTED ? <p>{left.length - MAX_LISTED} more</p> : undefined}
      {stays.some(({ canConfirm }) => canConfirm) ? (
        <p className={styles.note}>What is there now is kept on the record first, so that this can be undone too.</p>
      ) : undefined}
    </Dialog>
  );
}

interface LeftPathProps {
  readonly path: PathOutcome;
  readonly workspace: string | undefined;
  readonly isConfirmed: boolean;
  readonly onToggle: () => void;
  readonly label: string;
}

function LeftPath({
  path: { path, why, outcome, canConfirm, changedBy },
  workspace,
  isConfirmed,
  onToggle,
  label,
}: LeftPathProps) {
  const shown = shortPath(path, workspace);
  const reason = shortPaths(why ?? 'it stays as it is', workspace);
  const later = changedBy === undefined ? '' : ` (changed at ${formatTime(changedBy.at)})`;
  return (
    <li className={styles.path}>
      <code title={path}>
        <VisibleText text={shown} />
      </code>
      <span className={styles.why}>
        {outcome === 'unknown' ? 'Not certain: ' : ''}
        <VisibleText text={`${reason}${later}`} />
      </span>
      {canConfirm ? (
        <label className={styles.confirm}>
          <input type="checkbox" checked={isConfirmed} onChange={onToggle} aria-label={`${label}: ${shown}`} />
          {label}
        </label>
      ) : undefined}
    </li>
  );
}
