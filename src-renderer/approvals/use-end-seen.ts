import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Tolerance in pixels, for zoom levels at which scroll positions are fractions. */
const SLACK = 4;

/**
 * Whether the end of a scrolled block has been in view since `content` was put there. A text that cannot be seen
 * whole cannot be approved before it was scrolled through.
 */
export function useEndSeen(block: RefObject<HTMLElement | null>, content: string): boolean {
  const [seen, setSeen] = useState<string | undefined>(undefined);

  const look = useCallback(() => {
    const element = block.current;
    if (element?.checkVisibility?.() === false) return;
    // What has no block has no hidden end.
    const isAtEnd = element === null || element.scrollTop + element.clientHeight >= element.scrollHeight - SLACK;
    if (isAtEnd) setSeen(content);
  }, [block, content]);

  useEffect(() => {
    look();
    const element = block.current;
    if (element === null) return;
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [block, look]);

  return seen === content;
}
