import { type RefObject, useEffect, useRef } from 'react';

export interface WantedSection {
  /** Part to bring into view, such as `keys`. */
  readonly section: string | undefined;
  /** Rises each time a part is asked for. */
  readonly asked: number;
  /** Whether the page is there to be seen: until then the request waits. */
  readonly isShown: boolean;
}

/** Brings the part of a page that is asked for into view, once for each request. */
export function useSectionInView(
  container: RefObject<HTMLElement | null>,
  { section, asked, isShown }: WantedSection,
): void {
  const served = useRef<number>(undefined);
  useEffect(() => {
    if (section === undefined || !isShown || served.current === asked) return;
    served.current = asked;
    container.current?.querySelector(`[data-section="${CSS.escape(section)}"]`)?.scrollIntoView?.({ block: 'start' });
  }, [container, section, asked, isShown]);
}
