import { useEffect, useRef } from 'react';
import { useConnection } from '../../api/api-context.tsx';
import type { LayoutStore } from '../../state/layout-store.ts';
import { keepUnsent } from '../../state/unsent-layout.ts';

/** Sends what waits when the page goes away, since it may not come back; a text that is not sent or not kept has the browser ask first. */
export function useLeaving(store: LayoutStore | undefined): void {
  const { state } = useConnection();
  const isAway = useRef(false);
  isAway.current = state !== 'connected';
  useEffect(() => {
    if (store === undefined) return;
    const leave = () => {
      store.flush();
      keepUnsent(store.unsaved);
    };
    const hide = () => {
      if (document.visibilityState === 'hidden') store.flush();
    };
    const ask = (event: Event) => {
      if (store.hasRefused || (isAway.current && store.hasUnsentText)) event.preventDefault();
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('beforeunload', ask);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('beforeunload', ask);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [store]);
}
