import type { ViewId } from '../../state/navigation.tsx';
import { giveFocusSoon } from '../../ui/give-focus.ts';
import { focusView } from '../../ui/view-focus.ts';

const reviewSide = () => document.querySelector<HTMLElement>('[data-review-side]');

/** Element that had the focus before the review took it. */
let before: Element | null = null;

/** Takes back what the review was asked for last. */
let cancelRequest = () => {};

/** Puts the focus on the first question that waits, else on the review's heading, as soon as it is there. */
export function focusFirstCard(): void {
  if (!hasFocus()) before = document.activeElement;
  cancelRequest = giveFocusSoon(
    () => reviewSide()?.querySelector<HTMLElement>('[data-question]'),
    () => reviewSide()?.querySelector<HTMLElement>('h2[tabindex]'),
  );
}

/** Moves the focus out of a review that is hidden: back to where it was, else into the view. */
export function leaveReview(view: ViewId): void {
  cancelRequest();
  if (!hasFocus()) return;
  const place = before;
  before = null;
  if (place instanceof HTMLElement && place.isConnected && place !== document.body && !place.closest('[hidden]')) {
    place.focus();
  } else {
    focusView(view);
  }
}

function hasFocus(): boolean {
  return reviewSide()?.contains(document.activeElement) === true;
}
