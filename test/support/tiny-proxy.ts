import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface TinyProxy extends AsyncDisposable {
  readonly url: string;
  /** Requests that it received: `CONNECT host:port`, or `POST http://…`. */
  readonly asked: readonly string[];
  /** `Proxy-Authorization` of each. */
  readonly authorizations: readonly (string | undefined)[];
}

/** A real forward proxy: tunnels by CONNECT and forwards plain http. Every host leads to 127.0.0.1. */
export async function tinyProxy(): Promise<TinyProxy> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    authorizations.push(incoming.headers['proxy-authorization']);
    const { port, pathname } = new URL(incoming.url ?? '');
    const { method = 'GET', headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, path: pathname, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    authorizations.push(incoming.headers['proxy-authorization']);
    const onward = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    for (const end of [onward, socket]) end.on('error', () => end.destroy());
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    authorizations,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
