import { useEffect, useRef, useState } from 'react';
import type { AppInfo, SettingsState } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { ConnectionLostError } from '../../api/connection-lost-error.ts';
import type { LayoutStore } from '../../state/layout-store.ts';
import { type LiveState, useLive } from '../../state/use-live.ts';
import { useLayoutStore } from './use-layout-store.ts';

export interface BootResult {
  readonly info: AppInfo;
  readonly layout: LayoutStore;
  readonly settings: SettingsState;
}

/**
 * Loads the data without which the shell cannot be drawn: requested at once, and the info again after each
 * reconnection.
 */
export function useBoot(): LiveState<BootResult> {
  const ready = useRef<LiveState<BootResult>>(undefined);
  const now = useBootNow();
  if (now.status === 'ready') ready.current = now;
  // What is open stays open: something may be typed in it.
  return ready.current ?? now;
}

function useBootNow(): LiveState<BootResult> {
  const info = useAppInfoLoad();
  const layout = useLayoutStore();
  const settings = useLive((api, signal) => api.settings.changed(undefined, { signal }), []);
  for (const part of [info, settings]) if (part.status === 'failed') return part;
  if (info.status !== 'ready' || settings.status !== 'ready' || layout === undefined) return { status: 'loading' };
  return { status: 'ready', value: { info: info.value, layout, settings: settings.value } };
}

function useAppInfoLoad(): LiveState<AppInfo> {
  const api = useApi();
  const { epoch } = useConnection();
  const [info, setInfo] = useState<LiveState<AppInfo>>({ status: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another host may answer after a reconnection.
  useEffect(() => {
    let isCurrent = true;
    api.app.info().then(
      (value) => isCurrent && setInfo({ status: 'ready', value }),
      (error: unknown) => {
        if (isCurrent && !(error instanceof ConnectionLostError)) setInfo({ status: 'failed', error: error as Error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [api, epoch]);
  return info;
}
