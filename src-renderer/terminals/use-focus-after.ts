import { useEffect, useRef } from 'react';

/** Gives the focus to `focus` once a dialog has closed; while it is open it would take it back. */
export function useFocusAfter(isOpen: boolean, focus: () => void): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    if (isOpen || !wasOpen.current) return;
    wasOpen.current = false;
    const timer = setTimeout(focus);
    return () => clearTimeout(timer);
  }, [isOpen, focus]);
}
