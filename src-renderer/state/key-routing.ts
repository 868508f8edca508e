import type { Action, ActionRegistry } from './action-registry.ts';
import { type Chord, isMac, isPlainControl, isPressed } from './chord.ts';

type KeyContext = 'terminal' | 'text' | 'elsewhere';

/** Monaco's find bar calls itself a dialog and is none: what lies around it can be reached. */
const KEEPS_KEYS = '[role="dialog"]:not(.find-widget), [role="alertdialog"], [role="menu"], [data-captures-keys]';

export interface KeyRoutingOptions {
  readonly registry: ActionRegistry;
  readonly onMac?: boolean;
}

/**
 * The action a key press means, if any. In a focused terminal on Linux and Windows readline keeps plain Ctrl with a letter or mark: an
 * app chord without Shift is then taken with it. Digits are no keys of a shell.
 */
export function actionFor(press: KeyboardEvent, { registry, onMac = isMac }: KeyRoutingOptions): Action | undefined {
  if (press.isComposing || press.defaultPrevented || press.getModifierState?.('AltGraph')) return undefined;
  const target = press.target instanceof Element ? press.target : document.activeElement;
  if (target?.closest(KEEPS_KEYS)) return undefined;
  const isTerminal = target?.closest('[data-terminal]') != null;
  const place: KeyContext = isTerminal ? 'terminal' : isEditable(target) ? 'text' : 'elsewhere';

  const candidates = registry
    .list()
    .filter((action) => action.enabled !== false && allowsAction(action, isTerminal))
    .toReversed();
  const matches = (test: (chord: Chord) => boolean) =>
    candidates.find((action) => registry.chordsOf(action).some((chord) => isFree(chord, place, onMac) && test(chord)));

  const readlineKeepsControl = isTerminal && !onMac;
  const exact = matches(
    (chord) => isPressed(chord, press) && !(readlineKeepsControl && isPlainControl(chord) && !isDigit(chord)),
  );
  if (exact !== undefined || !readlineKeepsControl) return exact;
  return matches((chord) => isPlainControl(chord) && isPressed({ ...chord, shift: true }, press));
}

const isDigit = ({ key }: Chord): boolean => /^\d$/.test(key);

function allowsAction({ where = 'everywhere' }: Action, isTerminal: boolean): boolean {
  return where === 'everywhere' || (where === 'in-terminals') === isTerminal;
}

/**
 * Whether a chord may be taken from where the focus is. A terminal's program gets all but Cmd, Ctrl+Shift and Ctrl+Alt; in a text field a
 * chord needs a modifier or a key that types nothing.
 */
function isFree(chord: Chord, place: KeyContext, onMac: boolean): boolean {
  if (place === 'terminal') return chord.meta || (chord.control && !onMac);
  return place === 'elsewhere' || chord.control || chord.meta || chord.alt || /^f\d+$/.test(chord.key);
}

function isEditable(target: Element | null): boolean {
  return target?.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]') != null;
}
