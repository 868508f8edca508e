import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Terminal } from '#contract';
import { useLayout } from '../state/layout.tsx';
import { EMPTY_LAYOUT, isLayout, reconcileLayout, type TerminalLayout } from './layout-model.ts';

export interface TerminalLayoutHandle {
  readonly layout: TerminalLayout;
  /** Changes the newest layout, also twice in one turn. */
  readonly change: (step: (layout: TerminalLayout) => TerminalLayout) => void;
  /** The host has opened this terminal, whether the list tells of it yet or not. */
  readonly expect: (terminal: string) => void;
}

/** The arrangement of terminals as the person left it, fitted to those there are. */
export function useTerminalLayout(terminals: readonly Terminal[] | undefined): TerminalLayoutHandle {
  const [kept, setKept] = useLayout<unknown>('terminals', EMPTY_LAYOUT);
  const saved = isLayout(kept) ? kept : EMPTY_LAYOUT;
  const expected = useRef(new Set<string>());
  const layout = useMemo(() => {
    const ids = terminals?.map(({ id }) => id);
    if (!ids) return EMPTY_LAYOUT;
    for (const id of ids) expected.current.delete(id);
    return reconcileLayout(saved, [...ids, ...expected.current]);
  }, [saved, terminals]);

  const newest = useRef(layout);
  newest.current = layout;
  useEffect(() => {
    if (terminals && layout !== saved) setKept(layout);
  }, [terminals, layout, saved, setKept]);

  const change = useCallback(
    (step: (layout: TerminalLayout) => TerminalLayout) => {
      const next = step(newest.current);
      if (next === newest.current) return;
      newest.current = next;
      setKept(next);
    },
    [setKept],
  );
  const expect = useCallback((terminal: string) => void expected.current.add(terminal), []);
  return { layout, change, expect };
}
