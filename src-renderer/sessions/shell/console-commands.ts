import { createContext, useContext } from 'react';

/** Operations of a conversation's entries on its Shell mode. */
export interface ConsoleCommands {
  /** Blocks that were started in this window, with their terminals. */
  readonly startedHere: ReadonlyMap<string, string>;
  /** The one that runs now, by what the host says. */
  readonly running: { readonly block: string; readonly terminal: string } | undefined;
  /** Whether a line can be run; false while something runs. */
  readonly canRun: boolean;
  readonly run: (line: string) => void;
  readonly interrupt: () => void;
  readonly push: (block: string) => void;
  readonly focusComposer: () => void;
  /** Whether a program that has just started may have the focus: not while the person writes the next line, or has sent it. */
  readonly mayTakeFocus: () => boolean;
}

const nothing: ConsoleCommands = {
  startedHere: new Map(),
  running: undefined,
  canRun: false,
  run: () => {},
  interrupt: () => {},
  push: () => {},
  focusComposer: () => {},
  mayTakeFocus: () => false,
};

export const ConsoleCommandsContext = createContext<ConsoleCommands>(nothing);

export const useConsoleCommands = () => useContext(ConsoleCommandsContext);

export interface LiveBlocks {
  /** Blocks whose terminals are drawn. */
  readonly ids: readonly string[];
  readonly show: (block: string) => void;
}

export const LiveBlocksContext = createContext<LiveBlocks>({ ids: [], show: () => {} });

export const useLiveBlocks = () => useContext(LiveBlocksContext);
