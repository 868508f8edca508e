import type { Change } from '#contract';
import { TurnUndoButtons, undoTarget } from '../../turns/turn-undo-buttons.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { ShownDecision } from '../decide/use-after-decision.ts';
import { type ChangeSelection, changeSelection } from '../list/change-selection.ts';

export interface DecidedBannerProps {
  readonly decided: ShownDecision;
  /** Outcome, once it is in the list. */
  readonly outcome: Change | undefined;
  /** Whether the outcome is what is shown below, with an Undo of its own. */
  readonly isShown: boolean;
  readonly onShow: (chosen: ChangeSelection) => void;
  readonly onDismiss: () => void;
}

/** Banner about the last decision, with a way to it and back, while the next change is already being reviewed. */
export function DecidedBanner({ decided, outcome, isShown, onShow, onDismiss }: DecidedBannerProps) {
  const actions =
    outcome === undefined || isShown ? undefined : (
      <>
        <Button size="small" variant="ghost" onClick={() => onShow(changeSelection(outcome))}>
          Show
        </Button>
        <TurnUndoButtons of={undoTarget(outcome)} canUndo={outcome.canUndo} canRedo={outcome.canRedo} />
      </>
    );
  return (
    <Banner level="success" actions={actions} onDismiss={onDismiss}>
      {decided.text}
    </Banner>
  );
}
