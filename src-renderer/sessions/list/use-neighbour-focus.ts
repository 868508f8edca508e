import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface RemovedRow {
  readonly id: string;
  readonly neighbour: string | undefined;
}

/**
 * Moves the focus when the row with the focus is deleted: to the next row, or the previous one if it was the last; to
 * `fallback` if there is none. Does nothing if the focus has been moved elsewhere in the meantime.
 */
export function useNeighbourFocus(
  list: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
  ids: readonly string[],
): (leaving: string) => string | undefined {
  const leaving = useRef<RemovedRow | undefined>(undefined);
  const shown = ids.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the rows have changed.
  useLayoutEffect(() => {
    const gone = leaving.current;
    if (gone === undefined || ids.includes(gone.id)) return;
    leaving.current = undefined;
    // The row was taken from the page with the focus in it, or a menu is about to give the focus back to a button that is gone.
    const give = () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-session]') ?? [])];
      (rows.find((row) => row.dataset.session === gone.neighbour) ?? fallback.current)?.focus();
    };
    give();
    const frame = requestAnimationFrame(give);
    return () => cancelAnimationFrame(frame);
  }, [shown]);

  return useCallback(
    (id: string) => {
      const index = ids.indexOf(id);
      const neighbour = ids[index + 1] ?? ids[index - 1];
      leaving.current = { id, neighbour };
      return neighbour;
    },
    [ids],
  );
}
