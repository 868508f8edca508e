import { useCallback, useEffect, useRef } from 'react';

/** Returns a test of whether the component is still on the page, for work that goes on after an answer. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
