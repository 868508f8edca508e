import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { RPCHandler } from '@orpc/server/message-port';
import { type WebSocket, WebSocketServer } from 'ws';
import { HOST_ENDED } from '#contract/error-codes';
import type { Logger } from '#core/logger';
import { OddMessages } from '#core/servers/odd-messages';
import type { ProcedureContext } from '#core/servers/procedures';
import { PageLimits } from './page-limits.ts';

const MAX_CONNECTIONS = 32;
/** The largest input of the contract is 4,000,000 characters of terminal input, at most six bytes each in JSON. */
const MAX_MESSAGE_BYTES = 32_000_000;
/** A reader that is this far behind is cut off; it reconnects and loads the state again. */
const MAX_WAITING_BYTES = 64_000_000;

/** Closes a page that floods (RFC 6455, 7.4.1: policy violation). */
const FLOODED = 1008;
/** Time for pages to answer the goodbye, in milliseconds. */
const GOODBYE_MS = 500;

export interface RpcSocketOptions extends ProcedureContext {
  readonly router: ConstructorParameters<typeof RPCHandler<ProcedureContext>>[0];
  readonly log: Logger;
}

export interface RpcSocket extends AsyncDisposable {
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly hasRoom: () => boolean;
}

/** Serves oRPC over WebSockets that the gate has let through. */
export function createRpcSocket({ router, reportBug, log }: RpcSocketOptions): RpcSocket {
  let served: { readonly sockets: WebSocketServer; readonly handler: RPCHandler<ProcedureContext> } | undefined;
  // For the first page, since a start need not wait for them.
  const serve = () => {
    served ??= {
      sockets: new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES }),
      handler: new RPCHandler(router),
    };
    return served;
  };
  const odd = new OddMessages(log);
  return {
    hasRoom: () => serve().sockets.clients.size < MAX_CONNECTIONS,
    accept: (request, socket, head) => {
      const { sockets, handler } = serve();
      sockets.handleUpgrade(request, socket, head, (client) => {
        client.on('error', (error) => log.warn('web.socket-failed', { error }));
        handler.upgrade(boundedPage(client, odd, log), { context: { reportBug } });
      });
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        if (served === undefined) return resolve();
        const { sockets } = served;
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

/** The page as the procedures see it: nothing odd comes from it, and neither side can pile up messages without end. */
function boundedPage(client: WebSocket, odd: OddMessages, log: Pick<Logger, 'warn'>) {
  const limits = new PageLimits();
  const admits = (message: unknown): boolean => {
    // What was on its way when it was closed.
    if (client.readyState !== client.OPEN) return false;
    const read = odd.read(message);
    const problem = limits.take(read, typeof message === 'string' ? message.length : 0);
    if (problem === undefined) return read !== undefined;
    log.warn('web.page-closed', { problem });
    client.close(FLOODED, problem);
    setTimeout(() => client.terminate(), GOODBYE_MS).unref();
    return false;
  };
  return {
    postMessage: (data: unknown) => {
      const message = String(data);
      limits.answered(message);
      if (client.bufferedAmount > MAX_WAITING_BYTES) client.terminate();
      else client.send(message);
    },
    onMessage: {
      addListener: (listener: (message: unknown) => void) =>
        void client.on('message', (data, isBinary) => {
          const message = isBinary ? data : String(data);
          if (admits(message)) listener(message);
        }),
    },
    onDisconnect: { addListener: (listener: () => void) => void client.on('close', () => listener()) },
  };
}
