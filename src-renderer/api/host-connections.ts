import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { HOST_ENDED } from '#contract/error-codes';
import type { HostConnection, LineEvents } from './reconnecting-link.ts';

/** Complete interface that the preload of the desktop window offers. */
export interface SigmaPort {
  postMessage(data: unknown): void;
  onMessage(listener: (data: unknown) => void): void;
}

declare global {
  interface Window {
    readonly sigmaPort?: SigmaPort;
  }
}

/** Connects through the desktop window's port, which lasts as long as the window. */
export function dialPort(port: SigmaPort, events: LineEvents): HostConnection {
  const link = new PortLink({
    port: {
      postMessage: (data: unknown) => port.postMessage(data),
      onMessage: { addListener: (listener: (data: unknown) => void) => port.onMessage(listener) },
      onDisconnect: { addListener: () => {} },
    },
  });
  queueMicrotask(() => events.onOpen());
  return { link, isOpen: () => true };
}

/** Connects through a WebSocket to the host that served this page; the cookie grants access. */
export function dialSocket(url: string, events: LineEvents): HostConnection {
  const socket = new WebSocket(url);
  const link = new SocketLink({ websocket: socket });
  socket.addEventListener('open', () => events.onOpen(), { once: true });
  socket.addEventListener('close', ({ code }) => events.onClose(code === HOST_ENDED ? 'ended' : undefined), {
    once: true,
  });
  return { link, isOpen: () => socket.readyState === WebSocket.OPEN };
}

export function socketAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/rpc`;
}

/** Whether the host is there but turns this page away: it was started again and knows none of the old cookies. */
export async function isTurnedAway(): Promise<boolean> {
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', credentials: 'same-origin' });
    return answer.status === 401;
  } catch {
    return false;
  }
}
