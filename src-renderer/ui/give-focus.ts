import type { FocusEvent } from 'react';

/** Longest wait for an element that appears later, such as in a view that is loaded on first use, in milliseconds. */
const PATIENCE_MS = 3000;
const LOOK_EVERY_MS = 16;

/** Finds where the focus may go; nothing while it is not there. */
export type FocusPlace = () => HTMLElement | null | undefined;

let latest = 0;

/**
 * Gives the focus to the first of `places` that can be seen, the best first: the one rule for an action that takes its own control
 * away, such as a panel that closes, a card that is answered or a way into another view. Where a better place comes a moment later, the
 * focus goes on to it, unless the person has gone elsewhere by then. Of two requests the later one counts.
 */
export function giveFocus(...places: readonly FocusPlace[]): void {
  requestFocus(places).look();
}

/**
 * Does the same once the page has been drawn and what closes now, such as the palette, has given the focus back; a person who goes
 * elsewhere before is left there. Returns what takes the request back.
 */
export function giveFocusSoon(...places: readonly FocusPlace[]): () => void {
  const { look, cancel } = requestFocus(places);
  setTimeout(look);
  return cancel;
}

function requestFocus(places: readonly FocusPlace[]): { readonly look: () => void; readonly cancel: () => void } {
  const own = ++latest;
  const until = performance.now() + PATIENCE_MS;
  /** Element that had the focus at the first look. */
  let from: Element | undefined;
  let given: Element | undefined;
  const stop = () => {
    for (const type of GOES_ELSEWHERE) window.removeEventListener(type, onAct, true);
  };
  const cancel = () => {
    if (latest === own) latest += 1;
    stop();
  };
  const onAct = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Tab') return;
    cancel();
  };
  const look = () => {
    if (latest !== own) return stop();
    from ??= document.activeElement ?? document.body;
    // What somebody else gave the focus to, a field that opened by itself for one, keeps it.
    if (!isFocusLost() && !isAmong(document.activeElement, [from, given])) return stop();
    const found = places.map((place) => place());
    const best = found.findIndex(isThere);
    if (best >= 0) given = focusPlace(found[best]);
    if (best === 0 || performance.now() > until) stop();
    else setTimeout(look, LOOK_EVERY_MS);
  };
  for (const type of GOES_ELSEWHERE) window.addEventListener(type, onAct, true);
  return { look, cancel };
}

const isAmong = (element: Element | null, others: readonly (Element | undefined)[]) =>
  others.some((one) => one === element);

const GOES_ELSEWHERE = ['pointerdown', 'keydown'] as const;

/** Whether keys go nowhere: the page itself has the focus, or what has it cannot be seen. */
export function isFocusLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.closest(UNSEEN) !== null;
}

/**
 * Whether the focus went because what had it is gone or switched off, or the window lost it: not by a person, who goes on to another
 * control, or to nothing by a press beside all of them.
 */
export function isFocusGone({ target, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  if (relatedTarget !== null) return false;
  return !target.isConnected || target.matches(':disabled') || document.activeElement === target;
}

function focusPlace(place: HTMLElement | null | undefined): Element | undefined {
  if (place !== document.activeElement) place?.focus();
  return document.activeElement ?? undefined;
}

const UNSEEN = '[hidden], [inert]';

function isThere(place: HTMLElement | null | undefined): boolean {
  return place?.isConnected === true && place.closest(UNSEEN) === null && !place.matches(':disabled');
}
