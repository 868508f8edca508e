import type { Change } from '#contract';
import { Button } from '../ui/button.tsx';
import { type TurnUndoRequest, useUndo } from './turn-undo.ts';

export interface TurnUndoButtonsProps {
  /** A turn, or a file of it. */
  readonly of: Omit<TurnUndoRequest, 'direction'>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isTabStop?: boolean;
  readonly size?: 'small' | 'medium';
}

/** The way back of one file of a turn. */
export function undoTarget({ id, session, turn = id, path, shownPath }: Change): TurnUndoButtonsProps['of'] {
  return { session, turn, path, title: shownPath.slice(shownPath.lastIndexOf('/') + 1) };
}

/** Undo while it stands, Redo once it is undone; both for a turn of which some is. */
export function TurnUndoButtons({ of, canUndo, canRedo, isTabStop = true, size = 'small' }: TurnUndoButtonsProps) {
  const { start, isBusy } = useUndo();
  const isWorking = isBusy(of);
  const suffix = of.path === undefined ? ' turn' : '';
  const button = (direction: TurnUndoRequest['direction'], verb: string) => (
    <Button
      key={direction}
      size={size}
      variant={size === 'small' ? 'ghost' : 'default'}
      data-verb={direction}
      tabIndex={isTabStop ? 0 : -1}
      // A disabled button would lose the focus.
      aria-disabled={isWorking}
      aria-busy={isWorking}
      onClick={() => (isWorking ? undefined : start({ ...of, direction }))}
    >
      {`${verb}${suffix}`}
    </Button>
  );
  return (
    <>
      {canUndo ? button('undo', 'Undo') : undefined}
      {canRedo ? button('redo', 'Redo') : undefined}
    </>
  );
}
