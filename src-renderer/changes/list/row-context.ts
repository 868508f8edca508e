import type { Change } from '#contract';
import type { ChangeSelection, RowKey } from './change-selection.ts';
import type { TurnFolds } from './use-turn-folds.ts';

/** Context shared by the rows of the list. */
export interface RowContext {
  readonly shownKey: RowKey | undefined;
  /** The row that Tab leads to. */
  readonly focusKey: RowKey | undefined;
  /** Called when rows have come or gone. */
  readonly onRows: () => void;
  readonly folds: TurnFolds;
  readonly onChoose: (chosen: ChangeSelection, change?: Change) => void;
}
