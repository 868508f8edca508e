/** The review is loaded when it is first shown; this long is waited for it, in milliseconds. */
const PATIENCE_MS = 3000;

const side = () => document.querySelector<HTMLElement>('[data-review-side]');

/** Puts the focus on the first question that waits, else on the review's heading, as soon as it is there. */
export function focusFirstCard(): void {
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    const shown = side()?.hidden === false ? side() : null;
    const target = ['[data-question]', 'h2[tabindex]']
      .map((part) => shown?.querySelector<HTMLElement>(part))
      .find(Boolean);
    if (target) target.focus();
    else if (performance.now() < until) setTimeout(look, 30);
  };
  // After the panel has been drawn.
  setTimeout(look);
}

/** What is hidden cannot keep the focus: it goes to the rail instead of nowhere. */
export function leaveReview(): void {
  if (side()?.contains(document.activeElement)) {
    document.querySelector<HTMLElement>('nav [aria-current="page"]')?.focus();
  }
}
