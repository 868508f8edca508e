import { useMemo } from 'react';
import type { Shell } from '#contract';
import { actionOf } from '../state/action-table.ts';
import { type Action, useActions } from '../state/actions.tsx';
import { terminalActions } from './action-table.ts';
import type { PaneCommands } from './pane-menu.tsx';

export interface TerminalActionsOptions {
  /** Whether the view is shown, so that what acts on its terminal makes sense. */
  readonly isVisible: boolean;
  /** Commands of the focused pane, if there is one. */
  readonly pane: PaneCommands | undefined;
  readonly hasEnded: boolean;
  readonly shells: readonly Shell[];
  readonly screenReaderMode: boolean;
  readonly tabMovesFocus: boolean;
  readonly commands: ViewCommands;
}

export interface ViewCommands {
  readonly open: (shell?: string) => void;
  readonly rename: () => void;
  readonly movePane: (steps: number) => void;
  readonly moveTab: (steps: number) => void;
  readonly focusTabs: () => void;
  readonly setScreenReaderMode: (isOn: boolean) => void;
  readonly setTabMovesFocus: (isOn: boolean) => void;
}

/** Registers all actions on terminals, in the palette and by key. */
export function useTerminalActions(options: TerminalActionsOptions): void {
  useActions(useGeneralActions(options));
  useActions(usePaneActions(options));
  useActions(useMoveActions(options));
}

function useGeneralActions({ shells, screenReaderMode, tabMovesFocus, commands }: TerminalActionsOptions) {
  const { open, setScreenReaderMode, setTabMovesFocus } = commands;
  return useMemo(
    (): readonly Action[] => [
      action('terminal.new', { run: () => open() }),
      ...shells.map(({ name, path }) => ({
        id: `terminal.new.${path}`,
        title: `New terminal: ${name}`,
        group: terminalActions['terminal.new'].group,
        run: () => open(path),
      })),
      action('terminal.screen-reader', {
        title: screenReaderMode ? 'Screen reader mode: off' : 'Screen reader mode: on',
        run: () => setScreenReaderMode(!screenReaderMode),
      }),
      action('terminal.tab-moves-focus', {
        ...(tabMovesFocus && { title: 'Tab goes to the shell' }),
        run: () => setTabMovesFocus(!tabMovesFocus),
      }),
    ],
    [shells, screenReaderMode, tabMovesFocus, open, setScreenReaderMode, setTabMovesFocus],
  );
}

function usePaneActions({ isVisible, pane, hasEnded, commands }: TerminalActionsOptions) {
  const { rename } = commands;
  return useMemo((): readonly Action[] => {
    const enabled = isVisible && pane !== undefined;
    return [
      action('terminal.copy', { enabled, run: () => pane?.copy() }),
      action('terminal.paste', { enabled, run: () => pane?.paste() }),
      action('terminal.find', { enabled, run: () => pane?.find() }),
      action('terminal.clear', { enabled, run: () => pane?.clear() }),
      action('terminal.split-right', { enabled, run: () => pane?.split('right') }),
      action('terminal.split-down', { enabled, run: () => pane?.split('down') }),
      action('terminal.rename', { enabled, run: rename }),
      action('terminal.restart', { enabled: enabled && hasEnded, run: () => pane?.restart() }),
      action('terminal.close', { enabled, run: () => pane?.close() }),
    ];
  }, [isVisible, pane, hasEnded, rename]);
}

function useMoveActions({ isVisible, pane, commands }: TerminalActionsOptions) {
  const { movePane, moveTab, focusTabs } = commands;
  return useMemo((): readonly Action[] => {
    const enabled = isVisible && pane !== undefined;
    return [
      action('terminal.next-pane', { enabled, run: () => movePane(1) }),
      action('terminal.previous-pane', { enabled, run: () => movePane(-1) }),
      action('terminal.next-tab', { enabled, run: () => moveTab(1) }),
      action('terminal.previous-tab', { enabled, run: () => moveTab(-1) }),
      action('terminal.leave', { enabled, run: focusTabs }),
    ];
  }, [isVisible, pane, movePane, moveTab, focusTabs]);
}

function action(id: keyof typeof terminalActions, rest: Pick<Action, 'run'> & Partial<Action>): Action {
  return actionOf(terminalActions, id, rest);
}
