import { type RefObject, useMemo } from 'react';
import { actionOf } from '../../state/action-table.ts';
import { type Action, useActions } from '../../state/actions.tsx';
import type { TurnUndoRequest } from '../../turns/turn-undo.ts';
import { changeActions } from '../review/action-table.ts';

export interface UndoActionsOptions {
  readonly isEnabled: boolean;
  readonly list: RefObject<HTMLElement | null>;
  readonly pane: RefObject<HTMLElement | null>;
}

/** Undo and Redo of what has the focus: a turn or a file in the list, or the file that the diff shows. */
export function useUndoActions({ isEnabled, list, pane }: UndoActionsOptions): void {
  const actions = useMemo((): readonly Action[] => {
    const press = (direction: TurnUndoRequest['direction']) => () =>
      undoScope(list.current, pane.current)?.querySelector<HTMLElement>(`[data-verb="${direction}"]`)?.click();
    return [
      actionOf(changeActions, 'changes.undo', { enabled: isEnabled, run: press('undo') }),
      actionOf(changeActions, 'changes.redo', { enabled: isEnabled, run: press('redo') }),
    ];
  }, [isEnabled, list, pane]);
  useActions(actions);
}

/** Element with the relevant buttons; the row that Tab leads to, while the focus is elsewhere. */
function undoScope(list: HTMLElement | null, pane: HTMLElement | null): Element | null | undefined {
  const focused = document.activeElement;
  if (pane?.contains(focused)) return pane;
  const row = focused?.closest('[data-row-scope]');
  if (row && list?.contains(row)) return row;
  return list?.querySelector('[data-row][tabindex="0"]')?.closest('[data-row-scope]');
}
