import { useState } from 'react';

/** Id of the first of a list, which is shown before one is chosen; it stays while it is there, whatever comes before it. */
export function useKeptFirst(ids: readonly string[]): string | undefined {
  const [first, setFirst] = useState<string | undefined>(undefined);
  const kept = first !== undefined && ids.includes(first) ? first : ids[0];
  if (kept !== first) setFirst(kept);
  return kept;
}
