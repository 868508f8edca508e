import { useCallback, useState } from 'react';
import { useKeptLive } from '../../state/use-kept-live.ts';
import { useLive } from '../../state/use-live.ts';
import { LISTED_TURNS } from '../../ui/schemas.ts';

/** The list of changes, which reaches back as far as was asked for. */
export function useChangeList() {
  const [most, setMost] = useState(LISTED_TURNS);
  const live = useKeptLive(useLive((api, signal) => api.changes.changed({ turns: most }, { signal }), [most]));
  const showOlder = useCallback(() => setMost((count) => count + LISTED_TURNS), []);
  /** Ensures that a turn is in the list, by the number of newer ones. */
  const reach = useCallback((newer: number) => setMost((count) => Math.max(count, newer + 1)), []);
  return { live, showOlder, reach };
}
