import { useState } from 'react';
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
        ({ undone, left, why }) => {
          announce(`Undone: ${plural(undone.length, 'change')} of this turn`);
          if (left.length > 0) setOutcome(leftWords(undone.length, left, why));
        },
        (error: unknown) => setOutcome(`Not undone: ${errorText(error)}`),
      )
      .finally(() => setUndoing(false));
  };
  return { undo, isUndoing, outcome };
}

function leftWords(undone: number, left: readonly { readonly path: string }[], why: string | undefined): string {
  const first = left[0]?.path.split('/').at(-1) ?? '';
  const others =
    left.length > 1
      ? ` ${plural(left.length - 1, 'change')} before it ${left.length === 2 ? 'is' : 'are'} left, too.`
      : '';
  return `Undone ${plural(undone, 'change')}; stopped at ${first}: ${why ?? 'it could not be undone'}.${others}`;
}
