import { useMemo } from 'react';
import { useSettings } from '../state/settings.tsx';
import type { SurfaceOptions } from './terminal-surface.ts';
import { useTerminalTheme } from './use-terminal-theme.ts';

/** Provides the current options of terminals: the settings, the theme, and the effect of Tab. */
export function useSurfaceOptions(tabMovesFocus: boolean): SurfaceOptions {
  const { appearance, terminal } = useSettings();
  const theme = useTerminalTheme();
  const { font_size: fontSize, screen_reader_mode: screenReaderMode } = appearance;
  const { scrollback } = terminal;
  return useMemo(
    () => ({ fontSize, screenReaderMode, scrollback, theme, tabMovesFocus }),
    [fontSize, screenReaderMode, scrollback, theme, tabMovesFocus],
  );
}
