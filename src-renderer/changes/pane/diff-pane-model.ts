import type { Ref, RefObject } from 'react';
import type { Change } from '#contract';
import type { ShownDecision } from '../decide/use-after-decision.ts';

/** The change that is shown, and what the view is told of it. */
export interface ChangePaneProps {
  readonly ref?: Ref<HTMLElement>;
  readonly change: Change;
  /** Change that is likely to be viewed after it. */
  readonly next: Change | undefined;
  readonly isVisible: boolean;
  readonly onStepFile: (by: 1 | -1) => void;
  readonly onLeave: () => void;
  readonly onDecided: (decided: ShownDecision) => void;
}

export interface DiffPaneProps extends ChangePaneProps {
  /** Whether the pane that was there before had the focus. */
  readonly handover: RefObject<boolean>;
}
