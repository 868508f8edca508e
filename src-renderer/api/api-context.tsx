import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Api } from '#contract';
import { type ConnectionState, ObservableValue } from './connection-state.ts';

/** The host's procedures; in tests, a plain object. */
export const ApiContext = createContext<Api | undefined>(undefined);
const ConnectionContext = createContext<ObservableValue<ConnectionState>>(
  new ObservableValue({ state: 'connected', epoch: 1 }),
);

export interface ApiProviderProps {
  readonly api: Api;
  readonly connection?: ObservableValue<ConnectionState>;
  readonly children: ReactNode;
}

export function ApiProvider({ api, connection, children }: ApiProviderProps) {
  const inside = <ApiContext value={api}>{children}</ApiContext>;
  return connection === undefined ? inside : <ConnectionContext value={connection}>{inside}</ConnectionContext>;
}

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('useApi needs an ApiProvider above it');
  return api;
}

/** The connection's state; outside a provider, as in tests, connected for good. */
export function useConnection(): ConnectionState {
  const connection = useContext(ConnectionContext);
  return useSyncExternalStore(connection.subscribe, connection.get);
}
