import { useMemo } from 'react';
import type { Shell } from '#contract';
import { type Action, useActions } from '../state/actions.tsx';
import { isMac } from '../state/chord.ts';
import type { PaneCommands } from './pane-menu.tsx';

export interface TerminalActionsOptions {
  /** Whether the view is shown, so that what acts on its terminal makes sense. */
  readonly isVisible: boolean;
  /** Of the focused pane, if there is one. */
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

const GROUP = 'Terminals';

/** Everything a person can do with terminals, in the palette and by key. */
export function useTerminalActions(options: TerminalActionsOptions): void {
  useActions(useGeneralActions(options));
  useActions(usePaneActions(options));
  useActions(useMoveActions(options));
}

function useGeneralActions({ shells, screenReaderMode, tabMovesFocus, commands }: TerminalActionsOptions) {
  const { open, setScreenReaderMode, setTabMovesFocus } = commands;
  return useMemo(
    (): readonly Action[] => [
      { id: 'terminal.new', title: 'New terminal', group: GROUP, keys: 'Mod+Shift+T', run: () => open() },
      ...shells.map(({ name, path }) => ({
        id: `terminal.new.${path}`,
        title: `New terminal: ${name}`,
        group: GROUP,
        run: () => open(path),
      })),
      {
        id: 'terminal.screen-reader',
        title: screenReaderMode ? 'Screen reader mode: off' : 'Screen reader mode: on',
        group: GROUP,
        run: () => setScreenReaderMode(!screenReaderMode),
      },
      {
        id: 'terminal.tab-moves-focus',
        title: tabMovesFocus ? 'Tab goes to the shell' : 'Tab moves the focus out of terminals',
        group: GROUP,
        keys: 'Mod+Shift+M',
        where: 'in-terminals',
        run: () => setTabMovesFocus(!tabMovesFocus),
      },
    ],
    [shells, screenReaderMode, tabMovesFocus, open, setScreenReaderMode, setTabMovesFocus],
  );
}

function usePaneActions({ isVisible, pane, hasEnded, commands }: TerminalActionsOptions) {
  const { rename } = commands;
  return useMemo((): readonly Action[] => {
    const enabled = isVisible && pane !== undefined;
    const inTerminal = { group: GROUP, enabled, where: 'in-terminals' } as const;
    const anywhere = { group: GROUP, enabled } as const;
    return [
      { ...inTerminal, id: 'terminal.copy', title: 'Copy the selection', keys: 'Mod+C', run: () => pane?.copy() },
      { ...anywhere, id: 'terminal.paste', title: 'Paste', run: () => pane?.paste() },
      {
        ...anywhere,
        id: 'terminal.find',
        title: 'Find in the terminal',
        keys: isMac ? 'Mod+F' : 'Mod+Shift+F Mod+F',
        run: () => pane?.find(),
      },
      { ...inTerminal, id: 'terminal.clear', title: 'Clear the terminal', keys: 'Mod+K', run: () => pane?.clear() },
      {
        ...anywhere,
        id: 'terminal.split-right',
        title: 'Split right',
        keys: 'Mod+Shift+D',
        run: () => pane?.split('right'),
      },
      {
        ...anywhere,
        id: 'terminal.split-down',
        title: 'Split down',
        keys: 'Mod+Shift+E',
        run: () => pane?.split('down'),
      },
      { ...anywhere, id: 'terminal.rename', title: 'Rename the terminal', run: rename },
      {
        ...anywhere,
        id: 'terminal.restart',
        title: 'Restart the shell that has ended',
        enabled: enabled && hasEnded,
        run: () => pane?.restart(),
      },
      {
        ...inTerminal,
        id: 'terminal.close',
        title: 'Close the terminal',
        keys: 'Mod+Shift+X',
        run: () => pane?.close(),
      },
    ];
  }, [isVisible, pane, hasEnded, rename]);
}

function useMoveActions({ isVisible, pane, commands }: TerminalActionsOptions) {
  const { movePane, moveTab, focusTabs } = commands;
  return useMemo((): readonly Action[] => {
    const inTerminal = { group: GROUP, enabled: isVisible && pane !== undefined, where: 'in-terminals' } as const;
    return [
      {
        ...inTerminal,
        id: 'terminal.next-pane',
        title: 'Go to the next pane',
        keys: 'Mod+Shift+ArrowRight',
        run: () => movePane(1),
      },
      {
        ...inTerminal,
        id: 'terminal.previous-pane',
        title: 'Go to the previous pane',
        keys: 'Mod+Shift+ArrowLeft',
        run: () => movePane(-1),
      },
      {
        ...inTerminal,
        id: 'terminal.next-tab',
        title: 'Go to the next terminal tab',
        keys: 'Mod+Shift+PageDown',
        run: () => moveTab(1),
      },
      {
        ...inTerminal,
        id: 'terminal.previous-tab',
        title: 'Go to the previous terminal tab',
        keys: 'Mod+Shift+PageUp',
        run: () => moveTab(-1),
      },
      {
        ...inTerminal,
        id: 'terminal.leave',
        title: 'Leave the terminal for its tab',
        keys: 'Mod+Shift+ArrowUp',
        run: focusTabs,
      },
    ];
  }, [isVisible, pane, movePane, moveTab, focusTabs]);
}
