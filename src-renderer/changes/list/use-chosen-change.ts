import { useCallback, useEffect, useRef, useState } from 'react';
import type { Change } from '#contract';
import { useNavigation } from '../../state/navigation.tsx';

/** The change that is shown: what navigation asks for, what was chosen here, else the first that waits. */
export function useChosenChange(changes: readonly Change[], isVisible: boolean) {
  const navigation = useNavigation();
  const target = isVisible && navigation.view === 'changes' ? navigation.target : undefined;
  const [id, setId] = useState<string | undefined>(undefined);
  const last = useRef<Change>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also one for the same change.
  useEffect(() => {
    if (target !== undefined) setId(target);
  }, [target, navigation.count]);

  const chosen = chosenAmong(changes, id, last.current);
  useEffect(() => {
    last.current = chosen;
  }, [chosen]);

  const step = useCallback(
    (by: 1 | -1) => {
      const index = changes.findIndex((change) => change.id === last.current?.id);
      const next = changes[Math.min(Math.max(index + by, 0), changes.length - 1)];
      if (next !== undefined) setId(next.id);
    },
    [changes],
  );
  return { chosen, choose: setId, step };
}

/**
 * A proposal that was answered is gone, and what came of it has an id of its own: the same file of the same call is
 * shown in its place, so that the diff on the screen stays and can be undone.
 */
export function chosenAmong(
  changes: readonly Change[],
  id: string | undefined,
  last: Change | undefined,
): Change | undefined {
  const found = changes.find((change) => change.id === id);
  if (found !== undefined) return found;
  const shown = last && changes.find((change) => change.id === last.id);
  if (shown !== undefined) return shown;
  const outcome = last?.callId && changes.find((change) => change.callId === last.callId && change.path === last.path);
  return outcome || changes[0];
}
