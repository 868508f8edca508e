import { useCallback, useEffect, useRef } from 'react';
import type { Question } from '#contract';
import { useLayout } from '../../state/layout.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { useReviewFocus } from '../../state/review-focus.ts';
import { useReviewNotices } from '../../state/review-notices.ts';
import { reviewedInChanges } from '../../state/reviewed-in-changes.ts';
import { focusFirstCard, leaveReview } from './review-place.ts';

export interface ReviewPanel {
  readonly isOpen: boolean;
  readonly isMaximised: boolean;
  readonly toggle: () => void;
  readonly toggleMaximised: () => void;
  /** Opens the panel for something new: even if the person closed it, since nothing may wait unseen. */
  readonly reveal: () => void;
  /** Opens the review and puts the focus on what waits first. */
  readonly focus: () => void;
}

type PanelPreference = 'auto' | 'open' | 'closed';

/** Whether the review is shown: by itself while something waits or is told in it, unless the person wants it otherwise. */
export function useReviewPanel(waiting: readonly Question[]): ReviewPanel {
  const { view } = useNavigation();
  // Changes reviews changes itself; a second review beside it would take the room from the diff.
  const isWanted = waiting.some((question) => view !== 'changes' || reviewedInChanges(question) === undefined);
  const [preference, setPreference] = useLayout<PanelPreference>('review.wish', 'auto');
  const [isMaximised, setIsMaximised] = useLayout('review.maximised', false);
  const notices = useReviewNotices();
  const isOpen = preference === 'auto' ? isWanted || notices > 0 : preference === 'open';

  // Opened by itself it stays at the side: over the whole window it would take the focus from what is being typed.
  useEffect(() => {
    if (!isOpen && isMaximised) setIsMaximised(false);
  }, [isOpen, isMaximised, setIsMaximised]);

  const reveal = useCallback(() => {
    if (!isOpen) setPreference('auto');
  }, [isOpen, setPreference]);

  // An answer that came to nothing is told also where the review was closed since.
  const told = useRef(notices);
  useEffect(() => {
    if (notices > told.current) reveal();
    told.current = notices;
  }, [notices, reveal]);

  // Open by itself it may also go by itself, such as where Changes takes its place.
  const show = useCallback(() => {
    if (!isOpen) setPreference('open');
  }, [isOpen, setPreference]);

  const asked = useReviewFocus()?.count ?? 0;
  const seen = useRef(asked);
  useEffect(() => {
    if (asked === seen.current) return;
    seen.current = asked;
    show();
  }, [asked, show]);

  const focus = useCallback(() => {
    show();
    focusFirstCard();
  }, [show]);

  return {
    isOpen,
    isMaximised: isOpen && isMaximised,
    toggle: () => {
      setPreference(isOpen ? 'closed' : 'open');
      if (!isOpen) return focusFirstCard();
      setIsMaximised(false);
      leaveReview(view);
    },
    toggleMaximised: () => {
      if (!isOpen) setPreference('open');
      setIsMaximised(!(isOpen && isMaximised));
    },
    reveal,
    focus,
  };
}
