/** A key with its modifiers. */
export interface Chord {
  readonly control: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Key in lower case: `p`, `1`, `f2`, `escape`, `,`. */
  readonly key: string;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

// Maps, since what settings name a key may be a name that every object has, such as `constructor`.
const NAMES: ReadonlyMap<string, string> = new Map([
  ['esc', 'escape'],
  ['space', ' '],
  ['plus', '+'],
  ['del', 'delete'],
  ['return', 'enter'],
]);
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['escape', 'Esc'],
  [' ', 'Space'],
  ['arrowup', '↑'],
  ['arrowdown', '↓'],
  ['arrowleft', '←'],
  ['arrowright', '→'],
]);

/** Names for keys whose own would not read back from a file. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  [' ', 'Space'],
  ['+', 'Plus'],
  ['escape', 'Esc'],
]);

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Reads `Mod+Shift+P`, where Mod is Cmd on macOS and Ctrl elsewhere; `undefined` for what is no chord. */
export function parseChord(text: string, onMac = isMac): Chord | undefined {
  const parts = text.trim().split(/\+(?=.)/);
  const last = parts.pop()?.trim().toLowerCase();
  if (!last) return undefined;
  const chord = { control: false, meta: false, alt: false, shift: false, key: NAMES.get(last) ?? last };
  for (const part of parts) {
    const modifier = modifierOf(part.trim().toLowerCase(), onMac);
    if (modifier === undefined) return undefined;
    chord[modifier] = true;
  }
  return chord;
}

function modifierOf(name: string, onMac: boolean): 'control' | 'meta' | 'alt' | 'shift' | undefined {
  switch (name) {
    case 'mod':
      return onMac ? 'meta' : 'control';
    case 'ctrl':
    case 'control':
      return 'control';
    case 'cmd':
    case 'command':
    case 'meta':
    case 'super':
      return 'meta';
    case 'alt':
    case 'option':
      return 'alt';
    case 'shift':
      return 'shift';
    default:
      return undefined;
  }
}

/**
 * Whether the key press is the chord. The key is looked up by what it types and, for letters and digits, also by where it is, since
 * Shift+1 types `!` and a Cyrillic layout types no Latin letter.
 */
export function isPressed(chord: Chord, press: KeyPress): boolean {
  if (press.ctrlKey !== chord.control || press.metaKey !== chord.meta) return false;
  if (press.altKey !== chord.alt || press.shiftKey !== chord.shift) return false;
  return press.key.toLowerCase() === chord.key || keyOf(press) === chord.key;
}

/** The letter or digit that a key types or, where it types none, in whose place it is; else what it types. */
function keyOf({ key: typed, code }: KeyPress): string {
  const key = typed.toLowerCase();
  if (/^[a-z0-9]$/.test(key)) return key;
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

const MAC_MODIFIERS = { control: '⌃', alt: '⌥', shift: '⇧', meta: '⌘' } as const;
const MODIFIERS = { control: 'Ctrl+', meta: 'Meta+', alt: 'Alt+', shift: 'Shift+' } as const;

/** Formats a chord as people know it: `Ctrl+Shift+P`, or `⇧⌘P` on macOS. */
export function formatChord(chord: Chord, onMac = isMac): string {
  const modifiers = Object.entries(onMac ? MAC_MODIFIERS : MODIFIERS)
    .filter(([name]) => chord[name as keyof typeof MODIFIERS])
    .map(([, text]) => text);
  return [...modifiers, shownKey(chord.key)].join('');
}

function shownKey(key: string): string {
  return SHOWN.get(key) ?? key.charAt(0).toUpperCase() + key.slice(1);
}

/** Writes a chord as settings store it, the same on every platform that has the keys. */
export function writeChord({ control, meta, alt, shift, key }: Chord): string {
  const modifiers = [control && 'Ctrl', meta && 'Meta', alt && 'Alt', shift && 'Shift'].filter(Boolean);
  return [...modifiers, WRITTEN.get(key) ?? key.charAt(0).toUpperCase() + key.slice(1)].join('+');
}

/** The chord of a key press; `undefined` while only modifiers are down. */
export function chordOf(press: KeyPress): Chord | undefined {
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process'].includes(press.key)) return undefined;
  return {
    control: press.ctrlKey,
    meta: press.metaKey,
    alt: press.altKey,
    shift: press.shiftKey,
    key: keyOf(press),
  };
}

/** Ctrl alone, which in a terminal on Linux and Windows is the shell's. */
export function isPlainControl({ control, shift, alt, meta }: Chord): boolean {
  return control && !shift && !alt && !meta;
}
