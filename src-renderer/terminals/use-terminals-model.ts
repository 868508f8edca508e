import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Terminal } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { useSettings } from '../state/settings.tsx';
import { useTabMovesFocus } from '../xterm/use-tab-moves-focus.ts';
import { activateTerminal, activeTab, focusPane, neighbourPane, resizeSplit } from './layout-model.ts';
import { useClosing } from './use-closing.ts';
import { usePaneCommands } from './use-pane-commands.ts';
import { useSurfaces } from './use-surfaces.ts';
import { useTerminalActions, type ViewCommands } from './use-terminal-actions.ts';
import { useTerminalLayout } from './use-terminal-layout.ts';
import { useOpener, useTerminals } from './use-terminals.ts';

export type TerminalsModel = ReturnType<typeof useTerminalsModel>;

/** State and actions of the view. */
export function useTerminalsModel(isVisible: boolean) {
  const terminals = useTerminals();
  const list = terminals.list.status === 'ready' ? terminals.list.value : undefined;
  const arrangement = useTerminalLayout(list);
  const { layout, change } = arrangement;
  const [tabMovesFocus, setTabMovesFocus] = useTabMovesFocus();
  const [finding, setFinding] = useState<string | undefined>(undefined);
  const [renaming, setRenaming] = useState<string | undefined>(undefined);

  const arrange = useArranging(change);
  const surfaces = useSurfaces({ tabMovesFocus, onFocus: arrange.focus });
  useEffect(() => {
    if (list) surfaces.keepOnly(list.map(({ id }) => id));
  }, [surfaces, list]);

  const likelySize = useCallback(() => surfaces.likelySize, [surfaces]);
  const opener = useOpener({ terminals, arrangement, likelySize });
  const closing = useClosing(terminals.attempt);
  const paneCommands = usePaneCommands({ surfaces, terminals, open: opener.open, close: closing.close, setFinding });

  const tab = activeTab(layout);
  const byId = useMemo(
    () => new Map((list ?? []).map((terminal): [string, Terminal] => [terminal.id, terminal])),
    [list],
  );
  const focused = tab?.focused;
  const newest = useRef(focused);
  newest.current = focused;
  const focusActive = useCallback(() => {
    if (newest.current !== undefined) surfaces.get(newest.current).focus();
  }, [surfaces]);
  const rename = useRename(terminals.attempt);

  useFirstTerminal({ isVisible, list, open: opener.open });
  const commands = useViewCommands({ arrangement, open: opener.open, setRenaming, setTabMovesFocus });
  const pane = useMemo(() => (focused === undefined ? undefined : paneCommands(focused)), [focused, paneCommands]);
  useTerminalActions({
    isVisible,
    pane,
    hasEnded: focused !== undefined && byId.get(focused)?.exit !== undefined,
    shells: terminals.shells,
    screenReaderMode: useSettings().appearance.screen_reader_mode,
    tabMovesFocus,
    commands,
  });

  return {
    terminals,
    layout,
    tab,
    byId,
    surfaces,
    finding,
    renaming,
    setRenaming,
    closing,
    commands,
    paneCommands,
    focusActive,
    activate: arrange.activate,
    rename,
    resize: arrange.resize,
    isOpening: opener.isOpening,
  };
}

function useArranging(change: ReturnType<typeof useTerminalLayout>['change']) {
  return useMemo(
    () => ({
      focus: (terminal: string) => change((layout) => focusPane(layout, terminal)),
      activate: (tab: string) => change((layout) => activateTerminal(layout, tab)),
      resize: (split: string, sizes: readonly number[]) => change((layout) => resizeSplit(layout, split, sizes)),
    }),
    [change],
  );
}

function useRename(attempt: (work: () => Promise<unknown>) => Promise<void>) {
  const api = useApi();
  return useCallback(
    (id: string, title: string) => void attempt(() => api.terminals.rename({ id, title })),
    [api, attempt],
  );
}

interface FirstTerminalOptions {
  readonly isVisible: boolean;
  readonly list: readonly Terminal[] | undefined;
  readonly open: () => void;
}

/** Opens a terminal when the view is shown without any; the last one closed by hand stays closed. */
function useFirstTerminal({ isVisible, list, open }: FirstTerminalOptions): void {
  const isSettled = useRef(false);
  useEffect(() => {
    if (!isVisible) isSettled.current = false;
    if (!isVisible || !list || isSettled.current) return;
    isSettled.current = true;
    if (list.length === 0) open();
  }, [isVisible, list, open]);
}

interface ViewCommandsOptions {
  readonly arrangement: ReturnType<typeof useTerminalLayout>;
  readonly open: (request?: { shell?: string }) => void;
  readonly setRenaming: (terminal: string | undefined) => void;
  readonly setTabMovesFocus: (isOn: boolean) => void;
}

function useViewCommands({ arrangement, open, setRenaming, setTabMovesFocus }: ViewCommandsOptions): ViewCommands {
  const api = useApi();
  const navigation = useNavigation();
  const latest = useRef({ tab: activeTab(arrangement.layout), navigation });
  latest.current = { tab: activeTab(arrangement.layout), navigation };
  const { change } = arrangement;
  return useMemo(
    () => ({
      open: (shell) => {
        latest.current.navigation.open('terminals');
        open(shell === undefined ? {} : { shell });
      },
      rename: () => setRenaming(latest.current.tab?.focused),
      movePane: (steps) => {
        const { tab } = latest.current;
        if (tab) change((layout) => focusPane(layout, neighbourPane(tab, steps)));
      },
      moveTab: (steps) =>
        change((layout) => {
          const at = layout.tabs.findIndex(({ id }) => id === activeTab(layout)?.id);
          const next = layout.tabs[(at + steps + layout.tabs.length) % layout.tabs.length];
          return next ? activateTerminal(layout, next.id) : layout;
        }),
      focusTabs: () => document.querySelector<HTMLElement>('[data-tab][aria-selected="true"]')?.focus(),
      setScreenReaderMode: (value) => void api.settings.set({ key: 'appearance.screen_reader_mode', value }),
      setTabMovesFocus,
    }),
    [api, change, open, setRenaming, setTabMovesFocus],
  );
}
