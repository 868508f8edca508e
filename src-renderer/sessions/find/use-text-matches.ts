import { type RefObject, useEffect, useRef, useState } from 'react';
import { textMatches } from './text-matches.ts';

/** The conversation is searched again this long after it changed, in milliseconds. */
const AGAIN_MS = 150;

const ALL = 'sigma-found';
const CURRENT = 'sigma-found-current';

export interface TextMatches {
  readonly count: number;
  /** From 1; 0 when there is none. */
  readonly at: number;
  readonly step: (by: 1 | -1) => void;
}

/**
 * Finds `sought` below `content` as long as it is there, marks every match, and brings the current one into view. `isDrawn` says
 * whether everything that may hold it is there to be searched.
 */
export function useTextMatches(content: RefObject<HTMLElement | null>, sought: string, isDrawn: boolean): TextMatches {
  const ranges = useRef<readonly Range[]>([]);
  const [place, setPlace] = useState({ count: 0, at: 0 });

  useEffect(() => {
    const root = content.current;
    if (root === null) return;
    const search = (isBeginning: boolean) => {
      ranges.current = textMatches(root, sought);
      const { length } = ranges.current;
      // The newest is nearest to what one reads; afterwards the place stays as the conversation grows.
      setPlace(({ at }) => ({ count: length, at: isBeginning ? length : Math.min(Math.max(at, 1), length) }));
      mark(ALL, ranges.current);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        search(!isDrawn);
      }, AGAIN_MS);
    };
    search(true);
    const observer = new MutationObserver(later);
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      mark(ALL, []);
      mark(CURRENT, []);
    };
  }, [content, sought, isDrawn]);

  useEffect(() => {
    const range = ranges.current[place.at - 1];
    mark(CURRENT, range === undefined ? [] : [range]);
    if (range !== undefined) reveal(range);
  }, [place]);

  const step = (by: 1 | -1) =>
    setPlace(({ count, at }) => ({ count, at: count === 0 ? 0 : ((at - 1 + by + count) % count) + 1 }));
  return { ...place, step };
}

/** Marks text without touching the elements it is in, where the browser can. */
function mark(name: string, ranges: readonly Range[]): void {
  if (typeof Highlight === 'undefined') return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

function reveal(range: Range): void {
  const element = range.startContainer.parentElement;
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  element?.scrollIntoView?.({ block: 'center' });
}
