import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/** Keeps the focus among buttons that come and go with `key`: where the one that had it is gone, the first of the others takes it. */
export function useHeldFocus(key: string) {
  const ref = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with it.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) ref.current?.querySelector('button')?.focus();
  }, [key]);
  return {
    ref,
    onFocus: () => {
      hadFocus.current = true;
    },
    // A button that is gone leaves the focus to nobody; only what has it next takes it away.
    onBlur: (event: FocusEvent) => {
      hadFocus.current = event.relatedTarget === null;
    },
  };
}
