import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Whether the window fits the media query now, as in `(max-width: 640px)`. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether `element` is narrower than `pixels`; false while it is not drawn. */
export function useIsNarrow(element: HTMLElement | null, pixels: number): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = () => {
      const { clientWidth } = element;
      // Hidden views have no width, and keep the form they had.
      if (clientWidth > 0) setIsNarrow(clientWidth < pixels);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, pixels]);
  return isNarrow;
}
