import { useRef } from 'react';
import type { TurnChanges } from '#contract';
import { UNDO_WORDS } from '#contract/undo-words';
import { sortOutcome } from '../../turns/sort-outcome.ts';
import type { TurnUndoState, UndoResult } from '../../turns/use-turn-undo.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

export interface UndoNoticeProps {
  readonly undo: TurnUndoState;
  readonly turns: readonly TurnChanges[];
}

/** Notice about the result of an undo or redo, with a way back; or why there was none. */
export function UndoNotice({ undo, turns }: UndoNoticeProps) {
  const { result, problem, dismiss, start } = undo;
  const isOver = useIsOver(result, turns);
  if (problem !== undefined) {
    return (
      <Banner level="error" onDismiss={dismiss}>
        <VisibleText text={problem} />
      </Banner>
    );
  }
  if (result === undefined || isOver) return undefined;
  const { request, outcome, text } = result;
  const { restored, stays } = sortOutcome(outcome);
  const opposite = request.direction === 'undo' ? 'redo' : 'undo';
  const back = (
    <Button
      size="small"
      aria-disabled={undo.isBusy(request)}
      onClick={() => start({ ...request, direction: opposite })}
    >
      {`${UNDO_WORDS[opposite].verb}${request.path === undefined ? ' turn' : ''}`}
    </Button>
  );
  return (
    <Banner
      level={stays.length === 0 ? 'success' : 'warning'}
      actions={restored.length === 0 ? undefined : back}
      onDismiss={dismiss}
    >
      <VisibleText text={text} />
    </Banner>
  );
}

/** Whether the turn has become, since, as it was before: then what was said of it is not true any more. */
function useIsOver(result: UndoResult | undefined, turns: readonly TurnChanges[]): boolean {
  const seen = useRef<UndoResult>(undefined);
  if (result === undefined) return false;
  const { session, turn, direction } = result.request;
  const row = turns.find((one) => one.session === session && one.turn === turn);
  const isAsBefore = row?.state === (direction === 'undo' ? 'applied' : 'undone');
  if (!isAsBefore) seen.current = result;
  return isAsBefore && seen.current === result;
}
