import { useCallback, useState } from 'react';
import type { Diff } from '#contract';

/**
 * Whether the end of the diff was in view. What a person types does not take that back; a change that was worked out
 * again against another file is to be seen again.
 */
export function useDiffEnd(diff: Diff | undefined) {
  const [seen, setSeen] = useState<{ readonly id: string; readonly original: string } | undefined>(undefined);
  const id = diff?.id;
  const original = diff?.original;
  const onEndSeen = useCallback(() => {
    if (id === undefined || original === undefined) return;
    setSeen((was) => (was?.id === id && was.original === original ? was : { id, original }));
  }, [id, original]);
  const hasNoLines = diff !== undefined && (diff.noText !== undefined || diff.hunks.length === 0);
  return { isEndSeen: hasNoLines || (seen !== undefined && seen.id === id && seen.original === original), onEndSeen };
}
