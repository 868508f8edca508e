import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isFocusGone } from '../../ui/give-focus.ts';
import type { RowKey } from './change-selection.ts';
import type { TurnFolds } from './use-turn-folds.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Moves the focus through the rows of the list, which are marked with `data-row`: up and down through all that are there,
 * right into a turn and left out of it. One row at a time is a tab stop: the last that had the focus, else the first of `shown`
 * that is there, else the first.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, shown: readonly RowKey[], folds: TurnFolds) {
  const [last, setLast] = useState<RowKey | undefined>(undefined);
  const [focusKey, setFocusKey] = useState<RowKey | undefined>(undefined);
  const hasFocus = useRef(false);

  const look = useRef(() => {});
  look.current = () => {
    const rows = listRows(list.current);
    const has = (key: RowKey | undefined) => key !== undefined && rows.some((row) => row.dataset.row === key);
    const next = [last, ...shown].find(has) ?? rows[0]?.dataset.row;
    setFocusKey(next);
    // A button that was pressed may be gone; the row that it stood in takes the focus over.
    if (!hasFocus.current || document.activeElement !== document.body) return;
    rows.find((row) => row.dataset.row === next)?.focus();
  };
  // After each drawing: rows come and go with folds and with the list itself.
  useLayoutEffect(() => look.current());

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const rows = listRows(list.current);
    const scope = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row-scope]') : undefined;
    const key = scope?.dataset.rowScope;
    const at = rows.findIndex((row) => row.dataset.row === key);
    const to = rowAfterKey(event.key, { rows, at, folds });
    if (to === undefined) return;
    event.preventDefault();
    to.focus();
  };

  return {
    focusKey,
    /** Restores the focus; called when rows were drawn after the list. */
    onRows: useCallback(() => look.current(), []),
    onKeyDown,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      hasFocus.current = true;
      const key = event.target.closest<HTMLElement>('[data-row-scope]')?.dataset.rowScope;
      if (key !== undefined) setLast(key);
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      hasFocus.current = isFocusGone(event);
    },
  };
}

interface FocusPosition {
  readonly rows: readonly HTMLElement[];
  readonly at: number;
  readonly folds: TurnFolds;
}

/** The row that a key leads to; opening and closing a turn leaves the focus where it is. */
function rowAfterKey(key: string, place: FocusPosition): HTMLElement | undefined {
  const { rows, at } = place;
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  const step = STEPS[key];
  if (step !== undefined) return rows[Math.max(at + step, 0)] ?? rows[at];
  if (key === 'ArrowRight') return moveInto(place);
  return key === 'ArrowLeft' ? moveOut(place) : undefined;
}

/** Opens a turn; into its files where it is open. */
function moveInto({ rows, at, folds }: FocusPosition): HTMLElement | undefined {
  const row = rows[at];
  const key = row?.dataset.row;
  if (key === undefined || row?.dataset.level !== '1') return undefined;
  const next = rows[at + 1];
  if (folds.isOpen(key)) return next?.dataset.level === '2' ? next : row;
  folds.set(key, true);
  return row;
}

/** Out of the files of a turn; closes it. */
function moveOut({ rows, at, folds }: FocusPosition): HTMLElement | undefined {
  const row = rows[at];
  const key = row?.dataset.row;
  if (key === undefined || row?.dataset.level === undefined) return undefined;
  if (row.dataset.level === '2') return rows.slice(0, at).findLast((one) => one.dataset.level === '1');
  folds.set(key, false);
  return row;
}

function listRows(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
}
