import { type Dispatch, useMemo } from 'react';
import { actionOf } from '../../state/action-table.ts';
import { type Action, useActions } from '../../state/actions.tsx';
import type { DiffView } from '../pane/diff-header.tsx';
import { changeActions } from './action-table.ts';
import type { ReviewStep } from './review-model.ts';
import type { DiffReview } from './use-diff-review.ts';

export interface ReviewActionsOptions {
  readonly isVisible: boolean;
  readonly canDecide: boolean;
  readonly canAnswer: boolean;
  readonly step: DiffReview['stepHunk'];
  readonly enterLines: () => void;
  readonly dispatch: Dispatch<ReviewStep>;
  /** Applies the decisions; undefined while the end of the diff has not been in view. */
  readonly apply: (() => void) | undefined;
  readonly rejectAll: () => void;
  readonly find: () => void;
  readonly setLook: (look: DiffView) => void;
}

/** Registers actions on the visible change, for the palette and for keys that also act from the editor. */
export function useReviewActions(options: ReviewActionsOptions): void {
  const { isVisible, canDecide, canAnswer, step, enterLines, dispatch, apply, rejectAll, find, setLook } = options;
  const actions = useMemo((): readonly Action[] => {
    const deciding = isVisible && canDecide;
    const answering = isVisible && canAnswer;
    return [
      action('changes.find', { enabled: isVisible, run: find }),
      action('changes.next-hunk', { enabled: isVisible, run: () => step('next') }),
      action('changes.previous-hunk', { enabled: isVisible, run: () => step('previous') }),
      action('changes.lines', { enabled: isVisible, run: enterLines }),
      action('changes.accept-every-hunk', { enabled: deciding, run: () => dispatch({ kind: 'accept-all' }) }),
      action('changes.reject-every-hunk', { enabled: deciding, run: () => dispatch({ kind: 'reject-all' }) }),
      action('changes.apply', { enabled: answering && apply !== undefined, run: () => apply?.() }),
      action('changes.refuse', { enabled: answering, run: rejectAll }),
      action('changes.side-by-side', { enabled: isVisible, run: () => setLook('side-by-side') }),
      action('changes.inline', { enabled: isVisible, run: () => setLook('inline') }),
      action('changes.accessible', { enabled: isVisible, run: () => setLook('accessible') }),
    ];
  }, [isVisible, canDecide, canAnswer, step, enterLines, dispatch, apply, rejectAll, find, setLook]);
  useActions(actions);
}

/** The answer alone, for what has no hunks. */
export function useAnswerActions({
  canAnswer,
  apply,
  rejectAll,
}: Pick<ReviewActionsOptions, 'canAnswer' | 'rejectAll'> & { readonly apply: () => void }): void {
  const actions = useMemo(
    () => [
      action('changes.apply', { enabled: canAnswer, run: apply }),
      action('changes.refuse', { enabled: canAnswer, run: rejectAll }),
    ],
    [canAnswer, apply, rejectAll],
  );
  useActions(actions);
}

function action(id: keyof typeof changeActions, rest: Pick<Action, 'enabled' | 'run'>): Action {
  return actionOf(changeActions, id, rest);
}
