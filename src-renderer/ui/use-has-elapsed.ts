import { useEffect, useState } from 'react';

/** Whether this many milliseconds have passed since it was first drawn. */
export function useHasElapsed(ms: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isPast;
}
