import { useCallback } from 'react';
import { useApi } from '../api/api-context.tsx';
import { announce } from '../ui/announce.ts';
import { copyText } from '../ui/copy-text.ts';
import type { PaneCommands } from './pane-menu.tsx';
import type { Surfaces } from './surfaces.ts';
import type { OpenRequest, Terminals } from './use-terminals.ts';

export interface PaneCommandsOptions {
  readonly surfaces: Surfaces;
  readonly terminals: Terminals;
  readonly open: (request: OpenRequest) => void;
  readonly close: (terminals: readonly string[]) => void;
  readonly setFinding: (terminal: string | undefined) => void;
}

/** Provides the actions on a terminal's pane, by the terminal's id. */
export function usePaneCommands(options: PaneCommandsOptions): (terminal: string) => PaneCommands {
  const api = useApi();
  const { surfaces, terminals, open, close, setFinding } = options;
  const { attempt } = terminals;
  return useCallback(
    (id: string): PaneCommands => {
      const surface = surfaces.get(id);
      return {
        copy: () => void copySelection(surface.selectedText()),
        paste: () => void pasteInto(surface),
        find: () => setFinding(id),
        endFind: () => {
          setFinding(undefined);
          surface.focus();
        },
        clear: () => void attempt(() => surface.clear()),
        split: (direction) => open({ beside: { terminal: id, direction } }),
        restart: () =>
          void attempt(async () => {
            await api.terminals.restart({ id, ...surface.size });
            surface.focus();
          }),
        close: () => close([id]),
      };
    },
    [api, attempt, surfaces, open, close, setFinding],
  );
}

async function copySelection(text: string): Promise<void> {
  if (text === '') return;
  announce((await copyText(text)) ? 'Copied' : 'The browser does not allow copying here.');
}

/** Reading the clipboard needs a permission that the paste key does not. */
async function pasteInto(surface: { paste(text: string): void; focus(): void }): Promise<void> {
  surface.focus();
  try {
    surface.paste(await navigator.clipboard.readText());
  } catch {
    announce('The browser does not allow reading the clipboard; press the paste key in the terminal instead.');
  }
}
