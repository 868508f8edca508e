import { useCallback, useRef } from 'react';
import type { ConsoleState } from '#contract';
import { useApi } from '../../api/api-context.tsx';

/**
 * Takes out what goes with a session's next message, by its place in the list that is shown. Until a newer list is
 * there, another is not taken out: its place may be that of the next one by then.
 */
export function useDropOnce(pending: ConsoleState['pending'] | undefined) {
  const api = useApi();
  const shown = useRef(pending);
  shown.current = pending;
  const dropping = useRef<{ readonly list: ConsoleState['pending'] | undefined; isUnderWay: boolean }>(undefined);
  const mayDrop = useCallback(() => {
    const before = dropping.current;
    return before === undefined || (!before.isUnderWay && before.list !== shown.current);
  }, []);
  const drop = useCallback(
    async (session: string, index: number) => {
      const item = shown.current?.[index];
      if (item === undefined) return;
      const mine = { list: shown.current, isUnderWay: true };
      dropping.current = mine;
      try {
        await api.console.dropPending({ session, index, item });
        mine.isUnderWay = false;
      } catch (error) {
        dropping.current = undefined;
        throw error;
      }
    },
    [api],
  );
  return { mayDrop, drop };
}
