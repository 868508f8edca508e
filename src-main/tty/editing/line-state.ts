import { nextBoundary, previousBoundary } from '../screen/text-width.ts';

/** A line being edited; the cursor is in UTF-16 units, always between characters. */
export interface LineState {
  readonly text: string;
  readonly cursor: number;
  /** Text that Ctrl+Y inserts again. */
  readonly killed: string;
  /** Lines typed before, the newest first. */
  readonly history: readonly string[];
  /** Index of the visible line; -1 for the one being typed, which `own` keeps in the meantime. */
  readonly at: number;
  readonly own: string;
  /** Ctrl+R: what is looked for, how far back, and what stood there. */
  readonly search?: {
    readonly query: string;
    readonly from: number;
    readonly isFailing: boolean;
    readonly before: string;
  };
}

export function newLine(history: readonly string[] = [], text = ''): LineState {
  return { text, cursor: text.length, killed: '', history, at: -1, own: '' };
}

const withText = (state: LineState, text: string, cursor: number): LineState => ({ ...state, text, cursor });

export function insertText(state: LineState, more: string): LineState {
  const { text, cursor } = state;
  return withText(state, text.slice(0, cursor) + more + text.slice(cursor), cursor + more.length);
}

/** Takes `[from, to)` out; `kept` where Ctrl+Y is to bring it back. */
function removeRange(state: LineState, from: number, to: number, kept = false): LineState {
  const { text } = state;
  const rest = withText(state, text.slice(0, from) + text.slice(to), from);
  return kept && to > from ? { ...rest, killed: text.slice(from, to) } : rest;
}

export const replaceRange = (state: LineState, from: number, to: number, by: string): LineState =>
  insertText(removeRange(state, from, to), by);

function wordBefore({ text, cursor }: LineState): number {
  return skippedBack(text, skippedBack(text, cursor, /[^\p{L}\p{N}_]/u), /[\p{L}\p{N}_]/u);
}

function wordAfter({ text, cursor }: LineState): number {
  return cursor + (/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(text.slice(cursor))?.[0].length ?? 0);
}

/** Finds the last space, as Ctrl+W of a shell does. */
function blankBefore({ text, cursor }: LineState): number {
  return skippedBack(text, skippedBack(text, cursor, /\s/), /\S/);
}

/** Place before the characters of a kind that end at `at`: a pattern that ends there takes ever longer for a long word. */
function skippedBack(text: string, at: number, kind: RegExp): number {
  let start = at;
  while (start > 0) {
    const length = /[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, start - 2), start)) ? 2 : 1;
    if (!kind.test(text.slice(start - length, start))) break;
    start -= length;
  }
  return start;
}

// Searched from before the text, its first character would be found.
const lineStart = ({ text, cursor }: LineState) => (cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1);
const lineEnd = ({ text, cursor }: LineState) => (text.indexOf('\n', cursor) + 1 || text.length + 1) - 1;

const to = (state: LineState, cursor: number): LineState => ({ ...state, cursor });

/** Up within a text of several lines, else to an older line of the history. */
function up(state: LineState): LineState {
  const start = lineStart(state);
  if (start === 0) return older(state);
  const column = state.cursor - start;
  const above = lineStart(to(state, start - 1));
  return to(state, onBoundary(state.text, Math.min(above + column, start - 1)));
}

function down(state: LineState): LineState {
  const end = lineEnd(state);
  if (end === state.text.length) return newer(state);
  const column = state.cursor - lineStart(state);
  const below = lineEnd(to(state, end + 1));
  return to(state, onBoundary(state.text, Math.min(end + 1 + column, below)));
}

/** The nearest place between characters at or before `at`. */
function onBoundary(text: string, at: number): number {
  return at === 0 ? 0 : nextBoundary(text, previousBoundary(text, at)) <= at ? at : previousBoundary(text, at);
}

export function older(state: LineState): LineState {
  return shownEntry(state, Math.min(state.at + 1, state.history.length - 1));
}

export function newer(state: LineState): LineState {
  return shownEntry(state, Math.max(state.at - 1, -1));
}

function shownEntry(state: LineState, at: number): LineState {
  if (at === state.at) return state;
  const own = state.at === -1 ? state.text : state.own;
  const text = at === -1 ? own : (state.history[at] ?? '');
  return { ...state, at, own, text, cursor: text.length };
}

/** Effect of each key on the line. */
export const EDITS: Readonly<Record<string, (state: LineState) => LineState>> = {
  left: (state) => to(state, previousBoundary(state.text, state.cursor)),
  right: (state) => to(state, nextBoundary(state.text, state.cursor)),
  home: (state) => to(state, lineStart(state)),
  end: (state) => to(state, lineEnd(state)),
  up,
  down,
  'page-up': older,
  'page-down': newer,
  'ctrl-p': older,
  'ctrl-n': newer,
  'ctrl-b': (state) => to(state, previousBoundary(state.text, state.cursor)),
  'ctrl-f': (state) => to(state, nextBoundary(state.text, state.cursor)),
  'ctrl-a': (state) => to(state, lineStart(state)),
  'ctrl-e': (state) => to(state, lineEnd(state)),
  'ctrl-left': (state) => to(state, wordBefore(state)),
  'ctrl-right': (state) => to(state, wordAfter(state)),
  'alt-left': (state) => to(state, wordBefore(state)),
  'alt-right': (state) => to(state, wordAfter(state)),
  'alt-b': (state) => to(state, wordBefore(state)),
  'alt-f': (state) => to(state, wordAfter(state)),
  backspace: (state) => removeRange(state, previousBoundary(state.text, state.cursor), state.cursor),
  'ctrl-h': (state) => removeRange(state, previousBoundary(state.text, state.cursor), state.cursor),
  delete: (state) => removeRange(state, state.cursor, nextBoundary(state.text, state.cursor)),
  'ctrl-d': (state) => removeRange(state, state.cursor, nextBoundary(state.text, state.cursor)),
  'ctrl-k': (state) => removeRange(state, state.cursor, lineEnd(state), true),
  'ctrl-u': (state) => removeRange(state, lineStart(state), state.cursor, true),
  'ctrl-w': (state) => removeRange(state, blankBefore(state), state.cursor, true),
  'alt-backspace': (state) => removeRange(state, wordBefore(state), state.cursor, true),
  'alt-d': (state) => removeRange(state, state.cursor, wordAfter(state), true),
  'ctrl-y': (state) => insertText(state, state.killed),
  'ctrl-j': (state) => insertText(state, '\n'),
  'alt-enter': (state) => insertText(state, '\n'),
};
