import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ConversationItems } from '../items/conversation-state.ts';
import { ConversationSearch, type MatchPlace } from './conversation-search.ts';

/** The conversation is searched again this long after it changed, in milliseconds. */
const AGAIN_MS = 150;

const ALL = 'sigma-found';
const CURRENT = 'sigma-found-current';

export interface TextMatches extends MatchPlace {
  readonly step: (by: 1 | -1) => void;
}

export interface SearchTarget {
  readonly content: RefObject<HTMLElement | null>;
  readonly entries: ConversationItems;
  /** Draws an entry and brings it into view. */
  readonly show: (id: string) => void;
}

/**
 * Finds `sought` in a conversation as long as it is there, marks every match that is drawn, and brings the current one into view.
 * `isDrawn` says whether the closed parts of what is drawn are there to be searched.
 */
export function useTextMatches(searched: SearchTarget, sought: string, isDrawn: boolean): TextMatches {
  const { content, entries } = searched;
  const latest = useRef({ ...searched, isDrawn });
  latest.current = { ...searched, isDrawn };
  const search = useRef<ConversationSearch | undefined>(undefined);
  const lookLater = useRef(() => {});
  const [place, setPlace] = useState<MatchPlace>({ count: 0, at: 0 });

  useEffect(() => {
    const root = content.current;
    if (root === null) return;
    const begun = new ConversationSearch({
      sought,
      list: root,
      onMarks,
      entries: () => latest.current.entries,
      show: (id) => latest.current.show(id),
    });
    search.current = begun;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      setPlace(begun.look(latest.current.isDrawn));
    };
    const later = () => {
      timer ??= setTimeout(look, AGAIN_MS);
    };
    lookLater.current = later;
    look();
    const observer = new MutationObserver(later);
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      markMatches(ALL, []);
      markMatches(CURRENT, []);
    };
  }, [content, sought]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries that are not drawn have changed, or closed parts are drawn.
  useEffect(() => lookLater.current(), [entries, isDrawn]);

  const step = useCallback((by: 1 | -1) => search.current && setPlace(search.current.step(by)), []);
  return { ...place, step };
}

function onMarks(all: readonly Range[], current: Range | undefined, isNew: boolean): void {
  markMatches(ALL, all);
  markMatches(CURRENT, current === undefined ? [] : [current]);
  if (current !== undefined && isNew) revealMatch(current);
}

/** Marks text without touching the elements it is in, where the browser can. */
function markMatches(name: string, ranges: readonly Range[]): void {
  if (typeof Highlight === 'undefined') return;
  const marks = new Highlight();
  // One by one: a long conversation has more of them than a call takes arguments.
  for (const range of ranges) marks.add(range);
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, marks);
}

function revealMatch(range: Range): void {
  const element = range.startContainer.parentElement;
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  element?.scrollIntoView?.({ block: 'center' });
}
