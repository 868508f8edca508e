import type { UnsavedLayout } from './layout-store.ts';

/**
 * Key of what the host did not receive before its page went away: in this tab alone, and gone with it. It contains
 * typed text as it was typed, so nothing else may have it.
 */
const KEPT = 'sigma.unsent';

export function keepUnsent(unsaved: UnsavedLayout): void {
  try {
    if (Object.keys(unsaved).length === 0) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(unsaved));
  } catch {
    // Storage may be switched off or full: the page asked before it was closed.
  }
}

/** Hands over the layout that was not sent, and keeps it no longer. */
export function takeUnsent(): UnsavedLayout {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
    sessionStorage.removeItem(KEPT);
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}
