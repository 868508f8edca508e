import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Ends a server of ours with all its connections; `closeAllConnections` forgets those that have become WebSockets. */
export function serverEnder(server: Server): () => Promise<void> {
  const open = new Set<Duplex>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
}

/** Waits until the client took what was written, or left; leaves no listener behind. */
export async function untilTaken(response: ServerResponse): Promise<void> {
  // It says so once.
  if (response.destroyed) return;
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    over.abort();
  }
}

/** Answers on the bare socket of a request that wanted to become something else, and closes it. */
export function refuseUpgrade(
  socket: Duplex,
  { status, text }: { readonly status: number; readonly text: string },
): void {
  socket.on('error', () => {});
  const body = `${text}\n`;
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
