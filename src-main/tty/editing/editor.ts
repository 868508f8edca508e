import type { Completion } from '#contract';
import { previousBoundary, safeText } from '../screen/text-width.ts';
import type { Key } from './keys.ts';
import { EDITS, insertText, type LineState, replaceRange } from './line-state.ts';

/** Action that a key requests from the editor's caller. */
export type EditorRequest =
  | 'submit'
  | 'interrupt'
  | 'end'
  | 'mode'
  | 'permission'
  | 'complete'
  | 'clear'
  | 'show'
  | 'take-back';

export interface EditResult {
  readonly state: LineState;
  readonly request?: EditorRequest;
}

/** Keys that mean more than a change of the line, and when. */
const REQUESTS: Readonly<Record<string, (state: LineState) => EditorRequest | undefined>> = {
  enter: () => 'submit',
  'ctrl-c': () => 'interrupt',
  // On a line with text it deletes, as in every shell; only an empty line ends the session.
  'ctrl-d': ({ text }) => (text === '' ? 'end' : undefined),
  tab: ({ text }) => (text === '' ? 'mode' : 'complete'),
  'shift-tab': () => 'permission',
  'ctrl-l': () => 'clear',
  'ctrl-o': () => 'show',
  'ctrl-x': () => 'take-back',
};

/** The line editor: a key and a state in, a state and perhaps a request out. */
export function pressKey(state: LineState, key: Key): EditResult {
  if (state.search) return searching(state, state.search, key);
  if (key.kind === 'paste') return { state: insertText(state, key.text.replace(/[\r\n]+$/, '')) };
  if (key.kind !== 'key') return { state: insertText(state, key.text) };
  const request = REQUESTS[key.name]?.(state);
  if (request) return { state, request };
  if (key.name === 'ctrl-r') return { state: searchHistory(state, '', 0) };
  return { state: EDITS[key.name]?.(state) ?? state };
}

type HistorySearch = NonNullable<LineState['search']>;

/** Ctrl+R: letters look further, Ctrl+R again looks for an older one, Enter and movement take what was found, Ctrl+G gives up. */
function searching(state: LineState, search: HistorySearch, key: Key): EditResult {
  const { query, from, before } = search;
  if (key.kind !== 'key') return { state: searchHistory(state, query + key.text, 0) };
  if (key.name === 'ctrl-r') return { state: searchHistory(state, query, from + 1) };
  if (key.name === 'backspace' || key.name === 'ctrl-h')
    return { state: searchHistory(state, query.slice(0, previousBoundary(query, query.length)), 0) };
  const { search: _, ...found } = state;
  if (key.name === 'ctrl-g' || key.name === 'ctrl-c') {
    return { state: { ...found, text: before, cursor: before.length, at: -1 } };
  }
  if (key.name === 'escape') return { state: found };
  return pressKey(found, key);
}

function searchHistory(state: LineState, query: string, from: number): LineState {
  const before = state.search?.before ?? state.text;
  const found = query === '' ? -1 : state.history.findIndex((line, index) => index >= from && line.includes(query));
  if (found < 0) {
    const isFailing = query !== '';
    const text = query === '' ? before : state.text;
    return { ...state, text, cursor: text.length, search: { query, from: Math.max(0, from - 1), isFailing, before } };
  }
  const text = state.history[found] ?? '';
  const cursor = text.indexOf(query) + query.length;
  return { ...state, text, cursor, at: found, own: before, search: { query, from: found, isFailing: false, before } };
}

/** Prompt before the line while it is searched. */
export function searchPrompt({ query, isFailing }: HistorySearch): string {
  return `(${isFailing ? 'failing ' : ''}search) ${safeText(query)}: `;
}

/** The line with what all items have in common; with one item all of it. `choices` where there is more to choose from. */
export function completeLine(
  state: LineState,
  { from, items }: Completion,
): { readonly state: LineState; readonly choices: readonly string[] } {
  const [first, ...others] = items;
  if (!first || from > state.cursor) return { state, choices: [] };
  const typed = state.text.slice(from, state.cursor);
  if (others.length === 0) {
    const isWhole = first.kind !== 'folder' && !/\s$/.test(first.text) && state.cursor === state.text.length;
    return { state: replaceRange(state, from, state.cursor, first.text + (isWhole ? ' ' : '')), choices: [] };
  }
  const shared = others.reduce((common, { text }) => commonStart(common, text), first.text);
  const isFurther = shared.length > typed.length;
  return {
    state: isFurther ? replaceRange(state, from, state.cursor, shared) : state,
    choices: isFurther ? [] : items.map(({ text }) => text),
  };
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  // Not half of a pair.
  return /[\ud800-\udbff]$/.test(a.slice(0, length)) ? a.slice(0, length - 1) : a.slice(0, length);
}
