import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as being there. */
const NEAR = 32;

export interface StickToBottom {
  readonly isAtBottom: boolean;
  /** Whether it follows the end now; to be set false by what brings another place into view. */
  readonly sticks: RefObject<boolean>;
  readonly jumpToLatest: () => void;
}

/** Keeps a scroller at its end while it grows, but only if the person has it there. */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): StickToBottom {
  const [isAtBottom, setIsAtBottom] = useState(true);
  const sticks = useRef(true);

  const jumpToLatest = useCallback(() => {
    const element = scroller.current;
    sticks.current = true;
    if (element !== null) element.scrollTop = element.scrollHeight;
    setIsAtBottom(true);
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || content.current === null) return;
    sticks.current = true;
    let top = element.scrollTop;
    // A view that is not shown has no size, and says nothing of where the person is.
    const isHidden = () => element.clientHeight === 0;
    const onScroll = () => {
      if (isHidden()) return;
      // Growth, and a view that gets smaller, move the end away without the person having scrolled; only a person goes up.
      const isUp = element.scrollTop < top;
      top = element.scrollTop;
      if (sticks.current && !isUp) return;
      sticks.current = element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR;
      setIsAtBottom(sticks.current);
    };
    const observer = new ResizeObserver(() => {
      if (isHidden()) return;
      if (sticks.current) {
        element.scrollTop = element.scrollHeight;
        top = element.scrollTop;
      } else onScroll();
    });
    observer.observe(content.current);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content]);

  return { isAtBottom, sticks, jumpToLatest };
}
