import { useEffect, useState } from 'react';
import type { AgentWorkspace } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useLive } from './use-live.ts';

/** The agent workspaces that were ever opened, the newest first; undefined while they are not known. */
export function useAgents(): readonly AgentWorkspace[] | undefined {
  const live = useLive((api, signal) => api.workspaces.changed(undefined, { signal }), []);
  return live.status === 'ready' ? live.value : undefined;
}

/** Whether a folder has the parts of an agent and was not opened as one. */
export function useLooksLikeAgent(path: string | undefined, agents: readonly AgentWorkspace[] | undefined): boolean {
  const api = useApi();
  const [found, setFound] = useState<string | undefined>(undefined);
  const isKnown = agents === undefined || agents.some((agent) => agent.path === path);
  useEffect(() => {
    if (path === undefined || isKnown) return;
    let isOver = false;
    api.workspaces.looksLikeOne({ path }).then(
      (isOne) => {
        if (!isOver) setFound(isOne ? path : undefined);
      },
      // It is only an offer.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [api, path, isKnown]);
  return !isKnown && found !== undefined && found === path;
}
