import { createContext, type ReactNode, useContext } from 'react';
import type { AppInfo } from '#contract';

const AppInfoContext = createContext<AppInfo | undefined>(undefined);

export function AppInfoProvider({ info, children }: { readonly info: AppInfo; readonly children: ReactNode }) {
  return <AppInfoContext value={info}>{children}</AppInfoContext>;
}

/** Provides version, platform, target, workspace and folders. `undefined` outside the app, as in tests of one pane. */
export function useAppInfo(): AppInfo | undefined {
  return useContext(AppInfoContext);
}
