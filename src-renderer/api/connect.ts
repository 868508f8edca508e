import type { Api } from '#contract';
import { apiClient } from '#contract/api-client';
import { dialPort, dialSocket, isTurnedAway, socketAddress } from './host-connections.ts';
import { ReconnectingLink } from './reconnecting-link.ts';

export interface ApiClient {
  readonly api: Api;
  readonly link: ReconnectingLink;
}

/** Connects to the host: through the desktop window's port where there is one, else through a WebSocket. */
export function connect(): ApiClient {
  const { sigmaPort } = window;
  const link = new ReconnectingLink(
    sigmaPort === undefined
      ? { dial: (events) => dialSocket(socketAddress(location), events), isRefused: isTurnedAway }
      : { dial: (events) => dialPort(sigmaPort, events), isRefused: async () => false },
  );
  return { api: apiClient(link), link };
}
