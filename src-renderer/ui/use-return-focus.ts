import { useRef } from 'react';

export interface ReturnFocus {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/** Returns the focus to where it was, if that still exists, after a dialog that opens without a button of its own. */
export function useReturnFocus(): ReturnFocus {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
      before.current = null;
    },
  };
}
