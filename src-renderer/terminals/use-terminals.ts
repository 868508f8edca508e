import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Shell, Terminal, TerminalSize } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorCode, errorText } from '../state/error-text.ts';
import { type LiveState, useLive } from '../state/use-live.ts';
import { useOpenWorkspaces, useShownWorkspace } from '../state/workspaces.ts';
import { addTab, type SplitDirection, splitPane, type TerminalLayout } from './layout-model.ts';
import type { TerminalLayoutHandle } from './use-terminal-layout.ts';

export interface OpenRequest {
  readonly shell?: string;
  /** Opens in a split of this terminal instead of a tab of its own, in the same folder. */
  readonly beside?: { readonly terminal: string; readonly direction: SplitDirection };
}

export interface Terminals {
  readonly list: LiveState<readonly Terminal[]>;
  readonly shells: readonly Shell[];
  /** Reason why the last request failed. */
  readonly problem: string | undefined;
  readonly dismissProblem: () => void;
  /** Runs what may fail, and shows how it failed. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
}

/** The terminals of the host, and what a person can do with them. */
export function useTerminals(): Terminals {
  const api = useApi();
  const list = useLive<readonly Terminal[]>((client, signal) => client.terminals.changed(undefined, { signal }), []);
  const [shells, setShells] = useState<readonly Shell[]>([]);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const attempt = useCallback(async (work: () => Promise<unknown>) => {
    try {
      await work();
      setProblem(undefined);
    } catch (error) {
      setProblem(errorText(error));
    }
  }, []);
  useEffect(() => {
    // Without the list there is still the default shell.
    api.terminals.shells().then(setShells, () => {});
  }, [api]);
  const dismissProblem = useCallback(() => setProblem(undefined), []);
  return useMemo(
    () => ({ list, shells, problem, dismissProblem, attempt }),
    [list, shells, problem, dismissProblem, attempt],
  );
}

export interface OpenerOptions {
  readonly terminals: Terminals;
  readonly arrangement: TerminalLayoutHandle;
  readonly likelySize: () => TerminalSize;
}

export interface TerminalOpener {
  readonly open: (request?: OpenRequest) => void;
  readonly isOpening: boolean;
}

/** Opens terminals and gives each its place. */
export function useOpener({ terminals, arrangement, likelySize }: OpenerOptions): TerminalOpener {
  const api = useApi();
  const { attempt, list } = terminals;
  const folder = useFolder();
  const { change, expect } = arrangement;
  const [opening, setOpening] = useState(0);
  const known = useRef<readonly Terminal[]>([]);
  known.current = list.status === 'ready' ? list.value : [];
  const open = useCallback(
    ({ shell, beside }: OpenRequest = {}) => {
      const origin = known.current.find(({ id }) => id === beside?.terminal);
      setOpening((count) => count + 1);
      void attempt(async () => {
        const openIn = (cwd: string | undefined) =>
          api.terminals.open({ ...likelySize(), shell: shell ?? origin?.shell, cwd });
        const { id } =
          origin || folder === undefined
            ? await openIn(origin?.cwd)
            : await openIn(folder).catch(retryWithoutFolder(openIn));
        expect(id);
        change((layout) => placeTerminal(layout, id, beside));
      }).then(() => setOpening((count) => count - 1));
    },
    [api, attempt, change, expect, likelySize, folder],
  );
  return { open, isOpening: opening > 0 };
}

/** Folder of new terminals: that of the session that is shown, where it is not the one that they open in by themselves. */
function useFolder(): string | undefined {
  const [first] = useOpenWorkspaces();
  const path = useShownWorkspace()?.path;
  return path === first?.path ? undefined : path;
}

/** A folder that is gone keeps nobody from a terminal. */
function retryWithoutFolder<T>(openIn: (cwd: undefined) => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => (errorCode(error) === 'INVALID_INPUT' ? openIn(undefined) : Promise.reject(error));
}

/** The list may have told of the new terminal first, which then has a tab of its own already. */
function placeTerminal(layout: TerminalLayout, id: string, beside: OpenRequest['beside']): TerminalLayout {
  const without: TerminalLayout = { ...layout, tabs: layout.tabs.filter((tab) => tab.id !== id) };
  return beside ? splitPane(without, beside.terminal, { added: id, direction: beside.direction }) : addTab(without, id);
}
