import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Pixels from the end that still count as being there. */
const NEAR = 32;

/** Keeps a scroller at its end while it grows, but only if the person has it there. */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { readonly isAtBottom: boolean; readonly jumpToLatest: () => void } {
  const [isAtBottom, setIsAtBottom] = useState(true);

  const jumpToLatest = useCallback(() => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
    setIsAtBottom(true);
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || content.current === null) return;
    let sticks = true;
    let height = element.scrollHeight;
    let top = element.scrollTop;
    // A view that is not shown has no size, and says nothing of where the person is.
    const isHidden = () => element.clientHeight === 0;
    const onScroll = () => {
      if (isHidden()) return;
      // Growth moves the end away without the person having scrolled; only a person goes up.
      if (sticks && element.scrollHeight !== height && element.scrollTop >= top) return;
      top = element.scrollTop;
      sticks = element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR;
      setIsAtBottom(sticks);
    };
    const observer = new ResizeObserver(() => {
      if (isHidden()) return;
      height = element.scrollHeight;
      if (sticks) {
        element.scrollTop = height;
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

  return { isAtBottom, jumpToLatest };
}
