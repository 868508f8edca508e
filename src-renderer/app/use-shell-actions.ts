import { useMemo } from 'react';
import type { Settings } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { type Action, useActions } from '../state/actions.tsx';
import { failureText } from '../state/error-text.ts';
import { useNavigation } from '../state/navigation.tsx';
import { useSettings } from '../state/settings.tsx';
import { announce } from '../ui/announce.ts';
import { focusViewSoon } from '../ui/view-focus.ts';
import type { ReviewPanel } from './review/use-review-panel.ts';
import { useViewActions } from './views/use-view-actions.ts';
import { views } from './views/views.ts';

export type Overlay = 'palette' | 'keys' | 'quit';

export interface ShellActionsOptions {
  readonly panel: ReviewPanel;
  readonly overlay: Overlay | undefined;
  readonly setOverlay: (overlay: Overlay | undefined) => void;
}

/** Registers the actions that are available everywhere. */
export function useShellActions({ panel, setOverlay }: ShellActionsOptions): void {
  useViewActions();
  useActions(useGoToActions());
  useActions(useThemeActions());
  useActions(useSettingsActions());
  const { open } = useNavigation();
  const { toggle, toggleMaximised, focus, isOpen, isMaximised } = panel;
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
    { id: 'review.focus', title: 'Go to the review', group: 'Review', keys: 'Mod+Alt+G', run: focus },
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

function useGoToActions(): readonly Action[] {
  const { open } = useNavigation();
  return useMemo(
    () =>
      views.map(({ id, title }, index) => ({
        id: `view.${id}`,
        title: `Go to ${title}`,
        group: 'Views',
        keys: `Mod+${index + 1}`,
        run: () => {
          open(id);
          focusViewSoon(id);
        },
      })),
    [open],
  );
}

/** The parts of Settings, and what is changed there often. */
function useSettingsActions(): readonly Action[] {
  const api = useApi();
  const { open } = useNavigation();
  const { font_size } = useSettings().appearance;
  return useMemo(() => {
    const part = (id: string, title: string) => ({
      id: `settings.${id}`,
      title,
      group: 'Settings',
      run: () => open('settings', id),
    });
    const text = (id: string, title: string, pixels: number) => ({
      id: `appearance.${id}`,
      title,
      group: 'Appearance',
      enabled: pixels >= 8 && pixels <= 32,
      run: () =>
        void api.settings
          .set({ key: 'appearance.font_size', value: pixels })
          .catch((error: unknown) => announce(failureText('The text size was not changed', error))),
    });
    return [
      part('model', 'Connect a model'),
      part('profiles', 'Profiles and keys'),
      part('keychain', 'Where keys are kept'),
      part('rules', 'Rules: what is allowed without asking'),
      part('tester', 'Would this be allowed?'),
      part('repairs', 'Repairs of calls'),
      {
        id: 'model.demo',
        title: 'Try the demo',
        group: 'Settings',
        run: () => {
          open('sessions');
          // biome-ignore lint/correctness/useHookAtTopLevel: a procedure of the host, no hook.
          void api.profiles.useDemo({ on: true }).catch(() => open('settings', 'model'));
        },
      },
      part('keys', 'Change keys'),
      part('file', 'Open the settings file'),
      part('log', 'Open the app log'),
      part('about', 'About Sigma Shell'),
      text('larger-text', 'Larger text in terminals and code', font_size + 1),
      text('smaller-text', 'Smaller text in terminals and code', font_size - 1),
    ];
  }, [api, open, font_size]);
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
            .catch((error: unknown) => announce(failureText('The theme was not changed', error))),
      })),
    [api],
  );
}
