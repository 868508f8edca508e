import { useState } from 'react';
import type { PathOutcome } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './turn-heading.module.css';
import { canUndoTurn, isFound, progressWords, type TurnSet } from './turn-sets.ts';

/** Above the files of one turn: how many are decided, and the way back from all of them. */
export function TurnHeading({ set, id }: { readonly set: TurnSet; readonly id: string }) {
  const { undo, isUndoing, outcome } = useUndoTurn(set);
  return (
    <div className={styles.heading}>
      <span className={styles.row}>
        <span id={id} className={styles.words}>
          {progressWords(set)}
        </span>
        {canUndoTurn(set) ? (
          <Button size="small" variant="ghost" aria-disabled={isUndoing} onClick={undo}>
            {isFound(set) ? 'Undo all of these' : 'Undo all of this turn'}
          </Button>
        ) : undefined}
      </span>
      {outcome === undefined ? undefined : (
        <span className={styles.outcome} role="alert">
          <VisibleText text={outcome} />
        </span>
      )}
    </div>
  );
}

function useUndoTurn({ session, turn }: TurnSet) {
  const api = useApi();
  const [isUndoing, setUndoing] = useState(false);
  /** What could not be undone; what could is seen in the list. */
  const [outcome, setOutcome] = useState<string | undefined>(undefined);
  const undo = () => {
    if (isUndoing || turn === undefined) return;
    setUndoing(true);
    setOutcome(undefined);
    api.changes
      .undoTurn({ session, turn })
      .then(
        ({ paths }) => {
          const left = paths.filter(({ outcome }) => outcome !== 'restored');
          announce(`Restored: ${plural(paths.length - left.length, 'file')} of this turn`);
          if (left.length > 0) setOutcome(leftWords(paths.length - left.length, left));
        },
        (error: unknown) => setOutcome(`Not undone: ${errorText(error)}`),
      )
      .finally(() => setUndoing(false));
  };
  return { undo, isUndoing, outcome };
}

/** Paths named where some are left. */
const MAX_NAMED = 5;

function leftWords(restored: number, left: readonly PathOutcome[]): string {
  const named = left.slice(0, MAX_NAMED).map(({ path, why = 'it is left' }) => `${path.split('/').at(-1)}: ${why}`);
  const more = left.length > MAX_NAMED ? ` ${left.length - MAX_NAMED} more are left, too.` : '';
  return `${plural(restored, 'file')} restored, ${left.length} left. ${named.join('. ')}.${more}`;
}
