import { useEffect, useRef, useState } from 'react';
import type { LayoutEntries } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { ConnectionLostError } from '../../api/connection-lost-error.ts';
import { LayoutStore } from '../../state/layout-store.ts';
import { takeUnsent } from '../../state/unsent-layout.ts';
import { useLeaving } from './use-leaving.ts';

/**
 * The layout, in step with the host. With each new connection the host speaks first, so that what was changed elsewhere is known before
 * what waits here is sent. A layout that cannot be had is an empty one: it costs a few clicks.
 */
export function useLayoutStore(): LayoutStore | undefined {
  const api = useApi();
  const { state, epoch } = useConnection();
  const [store, setStore] = useState<LayoutStore | undefined>(undefined);
  const held = useRef<LayoutStore>(undefined);
  /** The connection on which the host has spoken. */
  const inStep = useRef(0);
  const present = useRef({ state, epoch });
  present.current = { state, epoch };

  useEffect(() => {
    const ending = new AbortController();
    const save = async (changes: LayoutEntries) => {
      const now = present.current;
      if (now.state !== 'connected' || inStep.current !== now.epoch) throw new ConnectionLostError();
      await api.app.saveLayout(changes);
    };
    const hear = (entries: LayoutEntries) => {
      if (ending.signal.aborted) return;
      if (held.current === undefined) {
        held.current = new LayoutStore(entries, save);
        held.current.bringBack(takeUnsent());
        setStore(held.current);
      } else held.current.receive(entries);
      if (inStep.current === epoch) return;
      inStep.current = epoch;
      held.current.flush();
    };
    const follow = async () => {
      for await (const entries of await api.app.layoutChanged(undefined, { signal: ending.signal })) hear(entries);
    };
    follow().catch((error: unknown) => {
      if (!(error instanceof ConnectionLostError)) hear({});
    });
    return () => ending.abort();
  }, [api, epoch]);

  useEffect(
    () => () => {
      held.current?.stop();
      held.current = undefined;
    },
    [],
  );
  useLeaving(store);
  return store;
}
