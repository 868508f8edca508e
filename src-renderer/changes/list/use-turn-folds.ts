import { useCallback, useMemo, useState } from 'react';
import type { RowKey } from './change-selection.ts';

/** Open turns of the list. */
export interface TurnFolds {
  readonly isOpen: (key: RowKey) => boolean;
  readonly set: (key: RowKey, isOpen: boolean) => void;
}

/** Tells which turns are open: those of which a file was `shown`, unless the person opens or closes one. */
export function useTurnFolds(shown: RowKey | undefined): TurnFolds {
  const [opened, setOpened] = useState<ReadonlySet<RowKey>>(new Set());
  if (shown !== undefined && !opened.has(shown)) setOpened(new Set([...opened, shown]));
  const [chosen, setChosen] = useState<ReadonlyMap<RowKey, boolean>>(new Map());
  const isOpen = useCallback((key: RowKey) => chosen.get(key) ?? opened.has(key), [chosen, opened]);
  const set = useCallback(
    (key: RowKey, isWanted: boolean) => setChosen((before) => new Map(before).set(key, isWanted)),
    [],
  );
  return useMemo(() => ({ isOpen, set }), [isOpen, set]);
}
