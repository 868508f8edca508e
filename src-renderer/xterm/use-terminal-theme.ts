import { useSyncExternalStore } from 'react';
import { useSettings } from '../state/settings.tsx';
import type { TerminalThemeName } from './terminal-theme.ts';

/** The terminals' colours: those of the settings, or of the app as it looks now. */
export function useTerminalTheme(): TerminalThemeName {
  const { terminal_theme } = useSettings().appearance;
  const ofApp = useSyncExternalStore(subscribeToTheme, appTheme);
  // High contrast is chosen by need; a palette chosen by taste does not undo it.
  if (terminal_theme === 'match' || ofApp === 'contrast') return ofApp;
  return terminal_theme;
}

function appTheme(): TerminalThemeName {
  const name = document.documentElement.dataset.theme;
  return name === 'light' || name === 'contrast' ? name : 'dark';
}

function subscribeToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
