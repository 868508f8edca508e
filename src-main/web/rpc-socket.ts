import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer } from 'ws';
import { HOST_ENDED } from '#contract/error-codes';
import type { Logger } from '#core/logger';
import type { ProcedureContext } from '#core/procedures';

const MAX_CONNECTIONS = 32;
/** The largest input of the contract is 4,000,000 characters of terminal input, at most six bytes each in JSON. */
const MAX_MESSAGE_BYTES = 32_000_000;
/** A reader that is this far behind is cut off; it reconnects and loads the state anew. */
const MAX_WAITING_BYTES = 64_000_000;

/** How long pages have to answer the goodbye, in milliseconds. */
const GOODBYE_MS = 500;

export interface RpcSocketOptions extends ProcedureContext {
  readonly router: ConstructorParameters<typeof RPCHandler<ProcedureContext>>[0];
  readonly log: Logger;
}

export interface RpcSocket extends AsyncDisposable {
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly hasRoom: () => boolean;
}

/** oRPC over WebSockets that the gate has let through. */
export function createRpcSocket({ router, reportBug, log }: RpcSocketOptions): RpcSocket {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES });
  const handler = new RPCHandler(router);
  return {
    hasRoom: () => sockets.clients.size < MAX_CONNECTIONS,
    accept: (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (client) => {
        client.on('error', (error) => log.warn('web.socket-failed', { error }));
        const bounded = {
          addEventListener: client.addEventListener.bind(client),
          send: (data: string | Uint8Array) => {
            if (client.bufferedAmount > MAX_WAITING_BYTES) client.terminate();
            else client.send(data);
          },
        };
        void handler.upgrade(bounded, { context: { reportBug } });
      });
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        const cutOff = setTimeout(() => {
          for (const client of sockets.clients) client.terminate();
        }, GOODBYE_MS);
        for (const client of sockets.clients) client.close(HOST_ENDED);
        sockets.close(() => {
          clearTimeout(cutOff);
          resolve();
        });
      }),
  };
}
