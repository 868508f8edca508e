import { useMemo } from 'react';
import type { Settings } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { type Action, useActions } from '../state/actions.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { announce } from '../ui/announce.ts';
import type { ReviewPanel } from './use-review-panel.ts';
import { views } from './views.ts';

export type Overlay = 'palette' | 'keys' | 'quit';

export interface ShellActionsOptions {
  readonly panel: ReviewPanel;
  readonly overlay: Overlay | undefined;
  readonly setOverlay: (overlay: Overlay | undefined) => void;
}

/** What can be done from anywhere. */
export function useShellActions({ panel, setOverlay }: ShellActionsOptions): void {
  useActions(useViewActions());
  useActions(useThemeActions());
  useActions(useBeginnings());
  const { open } = useNavigation();
  const { toggle, toggleMaximised, isOpen, isMaximised } = panel;
  useActions([
    {
      id: 'palette.open',
      title: 'Command palette',
      group: 'App',
      keys: 'Mod+Shift+P',
      run: () => setOverlay('palette'),
    },
    {
      id: 'palette.quick',
      title: 'Command palette, outside terminals',
      group: 'App',
      keys: 'Mod+K',
      where: 'outside-terminals',
      run: () => setOverlay('palette'),
    },
    { id: 'settings.open', title: 'Open settings', group: 'App', keys: 'Mod+,', run: () => open('settings') },
    { id: 'keys.help', title: 'Keyboard help', group: 'App', keys: 'F1', run: () => setOverlay('keys') },
    {
      id: 'review.toggle',
      title: isOpen ? 'Hide the review' : 'Show the review',
      group: 'Review',
      keys: 'Mod+Alt+R',
      run: toggle,
    },
    {
      id: 'review.maximise',
      title: isMaximised ? 'Review: back to the side' : 'Review: use the whole window',
      group: 'Review',
      keys: 'Mod+Alt+Enter',
      run: toggleMaximised,
    },
    { id: 'app.quit', title: 'Quit Sigma Shell', group: 'App', run: () => setOverlay('quit') },
  ]);
}

function useViewActions(): readonly Action[] {
  const { open } = useNavigation();
  return useMemo(
    () =>
      views.map(({ id, title }, index) => ({
        id: `view.${id}`,
        title: `Go to ${title}`,
        group: 'Views',
        keys: `Mod+${index + 1}`,
        run: () => open(id),
      })),
    [open],
  );
}

/** What a view offers once it has been visited, to be had before that too; the view's own action takes the place of these. */
function useBeginnings(): readonly Action[] {
  const api = useApi();
  const { open } = useNavigation();
  return useMemo(
    () => [
      {
        id: 'terminal.new',
        title: 'New terminal',
        group: 'Terminals',
        keys: 'Mod+Shift+T',
        run: () => open('terminals'),
      },
      {
        id: 'sessions.new',
        title: 'New session',
        group: 'Sessions',
        run: () =>
          void api.sessions.create({}).then(
            ({ id }) => open('sessions', id),
            (error: unknown) => announce(`No session was made: ${String(error)}`),
          ),
      },
    ],
    [api, open],
  );
}

const themes: Readonly<Record<Settings['appearance']['theme'], string>> = {
  system: 'as the system',
  light: 'light',
  dark: 'dark',
  contrast: 'high contrast',
};

function useThemeActions(): readonly Action[] {
  const api = useApi();
  return useMemo(
    () =>
      Object.entries(themes).map(([value, words]) => ({
        id: `theme.${value}`,
        title: `Colours: ${words}`,
        group: 'Appearance',
        run: () =>
          void api.settings
            .set({ key: 'appearance.theme', value })
            .catch((error: unknown) => announce(`The theme was not changed: ${String(error)}`)),
      })),
    [api],
  );
}
