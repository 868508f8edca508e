import { type RefObject, useLayoutEffect } from 'react';

/** Gives the focus of a pane that goes to the one that comes in its place; `handover` is the same for both. */
export function useFocusHandover(region: RefObject<HTMLElement | null>, handover: RefObject<boolean>): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (handover.current) element?.focus();
    return () => {
      handover.current = element?.contains(document.activeElement) ?? false;
      // Where none comes at once, a later one takes the focus from nobody.
      queueMicrotask(() => {
        handover.current = false;
      });
    };
  }, [region, handover]);
}
