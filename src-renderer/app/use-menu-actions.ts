import { useEffect } from 'react';
import { useApi, useConnection } from '../api/api-context.tsx';
import { useActionRegistry } from '../state/actions.tsx';

/** Runs what the person picks in the application menu of the desktop window. */
export function useMenuActions(): void {
  const api = useApi();
  const { epoch } = useConnection();
  const registry = useActionRegistry();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each connection has a stream of its own
  useEffect(() => {
    const ending = new AbortController();
    const follow = async () => {
      for await (const id of await api.app.actions(undefined, { signal: ending.signal })) {
        registry
          .list()
          .find((action) => action.id === id && action.enabled !== false)
          ?.run();
      }
    };
    // It ends with the connection, and the next one opens it again.
    follow().catch(() => {});
    return () => ending.abort();
  }, [api, epoch, registry]);
}
