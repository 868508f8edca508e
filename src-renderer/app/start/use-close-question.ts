import { useEffect, useRef, useState } from 'react';
import type { AppInfo, CloseConsequences } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';

export interface CloseQuestionOptions {
  readonly target: AppInfo['target'] | undefined;
  /** Called when the person was asked and stays: the browser's own question cannot say what runs. */
  readonly onStayed: () => void;
  readonly isAppWindow?: () => boolean;
}

/** Time between the keys that reload the page and the reload, in milliseconds. */
const RELOAD_MS = 500;

/**
 * Makes the browser ask before its app window is closed while something runs, since that window ends the host with it.
 * A plain tab does not, and for the desktop window the host asks.
 */
export function useCloseQuestion({ target, onStayed, isAppWindow = isStandalone }: CloseQuestionOptions): void {
  // Asked once: full screen is another display mode.
  const [isWindow] = useState(isAppWindow);
  const runs = useAsksFirst(isWindow && target === 'browser');
  const stayed = useRef(onStayed);
  stayed.current = onStayed;
  useEffect(() => {
    if (!runs) return;
    let reloadedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (isReload(event)) reloadedAt = performance.now();
    };
    const ask = (event: Event) => {
      if (performance.now() - reloadedAt < RELOAD_MS) return;
      event.preventDefault();
      // Timers wait while the question is open, and go with a page that is left.
      setTimeout(() => stayed.current());
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('beforeunload', ask);
    };
  }, [runs]);
}

/** Whether closing the window now is something to ask about. */
function useAsksFirst(isWanted: boolean): boolean {
  const api = useApi();
  const { epoch, state } = useConnection();
  const [runs, setRuns] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each connection has a stream of its own
  useEffect(() => {
    if (!isWanted || state !== 'connected') return;
    const ending = new AbortController();
    const follow = async () => {
      for await (const closing of await api.app.closingChanged(undefined, { signal: ending.signal })) {
        if (!ending.signal.aborted) setRuns(asksFirst(closing));
      }
    };
    // It ends with the connection, and the next one opens it again.
    follow().catch(() => {});
    return () => {
      ending.abort();
      setRuns(false);
    };
  }, [api, epoch, state, isWanted]);
  return runs;
}

/**
 * Whether to ask before closing: not if the host continues, by itself or by the person's choice; about services only
 * once.
 */
function asksFirst({ endsHost, running, background, choice }: CloseConsequences): boolean {
  if (!endsHost || (background.length > 0 && choice === 'stay')) return false;
  if (background.length > 0 && choice === 'ask') return true;
  return running.some((one) => !background.includes(one));
}

const isStandalone = () => window.matchMedia('(display-mode: standalone)').matches;

function isReload(event: KeyboardEvent): boolean {
  const isKey = event.key === 'F5' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'r');
  return isKey && !event.defaultPrevented;
}
