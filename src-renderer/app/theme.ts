import { useEffect, useSyncExternalStore } from 'react';
import type { Settings } from '#contract';

export type Theme = 'light' | 'dark' | 'contrast';

/**
 * Key under which the last theme is remembered, so that the window does not flash in another before the settings are
 * here.
 */
const REMEMBERED = 'sigma.theme';

const queries = ['(prefers-contrast: more)', '(prefers-color-scheme: light)'];

/** Sets the colours on the document; `system` follows the system as it changes. */
export function useTheme({ theme, font_size }: Settings['appearance']): Theme {
  const ofSystem = useSyncExternalStore(onSystemChange, systemTheme);
  const chosen = theme === 'system' ? ofSystem : theme;
  useEffect(() => {
    document.documentElement.dataset.theme = chosen;
    rememberTheme(chosen);
  }, [chosen]);
  useEffect(() => document.documentElement.style.setProperty('--text-code', `${font_size}px`), [font_size]);
  return chosen;
}

export function applyRememberedTheme(): void {
  document.documentElement.dataset.theme = rememberedTheme() ?? systemTheme();
}

function systemTheme(): Theme {
  const [wantsContrast, wantsLight] = queries.map((query) => matchMedia(query).matches);
  if (wantsContrast) return 'contrast';
  return wantsLight ? 'light' : 'dark';
}

function onSystemChange(listener: () => void): () => void {
  const lists = queries.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

function rememberedTheme(): Theme | undefined {
  try {
    const value = localStorage.getItem(REMEMBERED);
    return (['light', 'dark', 'contrast'] as const).find((theme) => theme === value);
  } catch {
    return undefined;
  }
}

function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem(REMEMBERED, theme);
  } catch {
    // Storage may be switched off; then the first frame is in the system's colours.
  }
}
