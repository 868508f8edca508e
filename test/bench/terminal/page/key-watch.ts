/** Times of key presses in one terminal, from the browser's event to the frame that shows them. */
import { afterFrame, rowsOf } from './places.ts';

/** Milliseconds from the key press on. */
export interface KeyTimes {
  /** Time at which the browser created the event. */
  readonly at: number;
  /** The page hears of it. */
  readonly heard: number;
  /** Its echo has been taken in and a frame asked for; nothing for what is drawn without asking. */
  asked?: number;
  /** The rows have changed. */
  readonly changed: number;
  /** The frame with that change is done. */
  readonly frame: number;
}

/** A key whose echo has not been drawn; `wanted` is how many letters the line then has. */
type PressedKey = Omit<KeyTimes, 'changed' | 'frame'> & { readonly wanted: number };

const keyTimes: KeyTimes[] = [];
let pressed: PressedKey[] = [];
let letters = 0;
let watchedRows: MutationObserver | undefined;

/** Records each key press in `name` from now on: `x`, which it shows, and Ctrl+U, after which it shows none. */
export function watchKeys(name: string): void {
  const rows = rowsOf(name);
  watchedRows?.disconnect();
  pressed = [];
  letters = countLetters(rows);
  watchedRows = new MutationObserver(() => settle(countLetters(rows)));
  watchedRows.observe(rows, { childList: true, subtree: true, characterData: true });
}

export const takeKeyTimes = (): readonly KeyTimes[] => keyTimes.splice(0);

const countLetters = (rows: Element) => (rows.textContent?.match(/x/g) ?? []).length;

function settle(shown: number): void {
  const last = pressed.findLastIndex(({ wanted }) => wanted === shown);
  for (const { wanted: _, ...press } of pressed.splice(0, last + 1)) {
    const changed = performance.now() - press.at;
    afterFrame(() => keyTimes.push({ ...press, changed, frame: performance.now() - press.at }));
  }
}

window.addEventListener(
  'keydown',
  (press) => {
    if (!watchedRows || press.key === 'Control') return;
    letters = press.key === 'x' ? letters + 1 : 0;
    pressed.push({ at: press.timeStamp, heard: performance.now() - press.timeStamp, wanted: letters });
  },
  { capture: true },
);

/** xterm.js asks for a frame when it has taken text in. */
const requestFrame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (callback) => {
  for (const press of pressed) press.asked ??= performance.now() - press.at;
  return requestFrame(callback);
};
