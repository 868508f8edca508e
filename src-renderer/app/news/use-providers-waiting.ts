import { useLive } from '../../state/use-live.ts';

/** Counts the providers that wait for the person: for trust, or for changed tools to be approved. */
export function useProvidersWaiting(): number {
  const live = useLive((api, signal) => api.providers.changed(undefined, { signal }), []);
  if (live.status !== 'ready') return 0;
  return live.value.filter(({ state }) => state === 'waiting-for-trust' || state === 'changed').length;
}
