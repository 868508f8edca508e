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
  const own = ++latest;
  const from = document.activeElement;
  const until = performance.now() + PATIENCE_MS;
  let given: Element | undefined;
  const stop = () => {
    for (const type of GOES_ELSEWHERE) window.removeEventListener(type, onAct, true);
  };
  const onAct = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Tab') return;
    if (latest === own) latest += 1;
    stop();
  };
  const look = () => {
    if (latest !== own) return stop();
    const at = document.activeElement;
    // What somebody else gave the focus to, a field that opened by itself for one, keeps it.
    if (at !== from && at !== given && !isFocusLost()) return stop();
    const found = places.map((place) => place());
    const best = found.findIndex(isThere);
    if (best >= 0) given = focusPlace(found[best]);
    if (best === 0 || performance.now() > until) stop();
    else setTimeout(look, LOOK_EVERY_MS);
  };
  for (const type of GOES_ELSEWHERE) window.addEventListener(type, onAct, true);
  look();
}

const GOES_ELSEWHERE = ['pointerdown', 'keydown'] as const;

/** Whether keys go nowhere: the page itself has the focus, or what has it cannot be seen. */
export function isFocusLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.closest(UNSEEN) !== null;
}

function focusPlace(place: HTMLElement | null | undefined): Element | undefined {
  if (place !== document.activeElement) place?.focus();
  return document.activeElement ?? undefined;
}

const UNSEEN = '[hidden], [inert]';

function isThere(place: HTMLElement | null | undefined): boolean {
  return place?.isConnected === true && place.closest(UNSEEN) === null && !place.matches(':disabled');
}
