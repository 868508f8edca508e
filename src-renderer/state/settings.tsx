import { createContext, type ReactNode, useContext } from 'react';
import type { Settings, SettingsState } from '#contract';

export const SettingsContext = createContext<SettingsState | undefined>(undefined);

export function SettingsProvider({ state, children }: { readonly state: SettingsState; readonly children: ReactNode }) {
  return <SettingsContext value={state}>{children}</SettingsContext>;
}

/** The settings file as the host has read it, with what is wrong in it. */
export function useSettingsState(): SettingsState {
  const state = useContext(SettingsContext);
  if (state === undefined) throw new Error('useSettings needs a SettingsProvider above it');
  return state;
}

/** The settings in force; a change in the file arrives by itself. */
export function useSettings(): Settings {
  return useSettingsState().settings;
}
