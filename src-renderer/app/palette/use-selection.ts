import { useRef, useState } from 'react';

/**
 * Determines the chosen one of a cmdk list's `values`: the one a person went to by key or pointer while it exists, else
 * the first. cmdk itself moves its choice whenever an item disappears and returns, and Enter would then run something
 * else.
 */
export function useSelection(values: readonly string[]) {
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const isHand = useRef(false);
  const begin = () => {
    isHand.current = true;
  };
  const end = () => {
    isHand.current = false;
  };
  return {
    value: picked !== undefined && values.includes(picked) ? picked : (values[0] ?? ''),
    clear: () => setPicked(undefined),
    handlers: {
      onValueChange: (value: string) => {
        if (isHand.current) setPicked(value);
      },
      onKeyDownCapture: begin,
      onPointerMoveCapture: begin,
    },
    /** Handlers for an element around the list: an event that bubbles up this far has been handled. */
    around: { onKeyDown: end, onPointerMove: end },
  };
}
