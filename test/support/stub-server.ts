import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serverEnder } from '#core/servers/http-ends';

export interface StubRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Time by `performance.now()`. */
  readonly at: number;
}

export interface StubServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly StubRequest[];
  /** Handler for requests from now on. */
  answer: (request: StubRequest, response: ServerResponse) => void;
}

/** A server on loopback that keeps what it was asked. */
export async function stubServer(answer: StubServer['answer']): Promise<StubServer> {
  const requests: StubRequest[] = [];
  const http = createServer((incoming, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString(), at };
      requests.push(request);
      server.answer(request, response);
    });
  });
  const end = serverEnder(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const server: StubServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answer,
    [Symbol.asyncDispose]: end,
  };
  return server;
}

/** Answers with this JSON. */
export const json =
  (value: unknown, status = 200) =>
  (_: StubRequest, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
