import { createORPCClient, safe } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { contract } from '#contract';
import { HOST_ENDED } from '#contract/error-codes';
import { type WebWorkbench, webWorkbench } from './web-workbench.ts';

let web: WebWorkbench;
beforeAll(async () => {
  web = await webWorkbench();
});
afterAll(() => web[Symbol.asyncDispose]());

type AppApi = Pick<ContractRouterClient<typeof contract>, 'app'>;

interface Attempt {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Resolves with the open socket, or with the status of the refusal. */
function open({ path = '/rpc', headers = {} }: Attempt = {}): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${web.port}${path}`, {
    headers: { Origin: web.origin, Cookie: web.cookie, ...headers },
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

async function opened(attempt?: Attempt): Promise<WebSocket> {
  const socket = await open(attempt);
  if (typeof socket === 'number') throw new Error(`Refused with ${socket}`);
  return socket;
}

const closed = (socket: WebSocket) =>
  new Promise<number>((resolve) => {
    socket.once('close', resolve);
    socket.on('error', () => {});
  });

function apiOver(socket: WebSocket): AppApi {
  // ws is the DOM's WebSocket in all that the link uses.
  return createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
}

describe('a socket is refused before it opens', () => {
  test.each([
    ['no cookie', 401, { headers: { Cookie: '' } }],
    ['a wrong cookie', 401, { headers: { Cookie: 'sigma-1=x' } }],
    ['a foreign origin', 403, { headers: { Origin: 'http://evil.example' } }],
    ['a null origin', 403, { headers: { Origin: 'null' } }],
    ['another host', 403, { headers: { Host: 'evil.example' } }],
    ['another path', 404, { path: '/' }],
    ['a path below', 404, { path: '/rpc/' }],
  ])('with %s: %i', async (_, status, attempt) => {
    expect(await open(attempt)).toBe(status);
  });

  test('without an origin: 403', async () => {
    const answer = await web.send(
      'GET /rpc HTTP/1.1',
      web.host,
      web.cookieHeader,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    );
    expect(answer.status).toBe(403);
  });

  test('the thirty-third is told that there are too many, until one is closed', async () => {
    const sockets = await Promise.all(Array.from({ length: 32 }, () => opened()));
    expect(await open()).toBe(503);

    const [first, ...rest] = sockets;
    const gone = first && closed(first);
    first?.close();
    await gone;
    await expect.poll(() => open().then((socket) => typeof socket)).toBe('object');
    for (const socket of rest) socket.terminate();
  });
});

describe('an open socket', () => {
  test('answers, streams, and ends a stream that nobody reads any more', async () => {
    const socket = await opened();
    const api = apiOver(socket);

    expect(await api.app.running()).toEqual(['a shell']);
    const stop = new AbortController();
    const stream = await api.app.actions(undefined, { signal: stop.signal });
    const next = stream.next();
    await expect.poll(() => web.actions.hasListeners).toBe(true);
    web.actions.emit('view.changes');
    expect(await next).toMatchObject({ value: 'view.changes' });
    stop.abort();
    await expect.poll(() => web.actions.hasListeners).toBe(false);
    socket.terminate();
  });

  test('closing it ends its streams', async () => {
    const socket = await opened();
    const stream = await apiOver(socket).app.actions();
    void stream.next().catch(() => {});
    await expect.poll(() => web.actions.hasListeners).toBe(true);

    socket.terminate();

    await expect.poll(() => web.actions.hasListeners).toBe(false);
  });

  test('input that does not fit the contract is refused at the boundary', async () => {
    const socket = await opened();
    const { error } = await safe(apiOver(socket).app.dismissNotice({ id: 5 } as never));

    expect(error).toMatchObject({ code: expect.stringMatching(/BAD_REQUEST|INVALID_INPUT/) });
    socket.terminate();
  });

  test('a message that sets __proto__ changes no prototype', async () => {
    const socket = await opened();
    const layout = JSON.parse(
      '{"__proto__": {"at": 1, "admin": true}, "a": {"at": 1, "value": {"constructor": {"prototype": {"admin": true}}}}}',
    );
    await apiOver(socket)
      .app.saveLayout(layout)
      .catch(() => {});

    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    socket.terminate();
  });

  test.each(['', 'x', '{}', '[]', '{"i":1}', '{"i":"999","p":{"u":"/nothing/here"}}', '\u0000', '[[[[[['])(
    'garbage (%j) does not keep it from answering',
    async (garbage) => {
      const socket = await opened();
      socket.send(garbage);
      socket.send(Buffer.from(garbage));

      expect(await apiOver(socket).app.running()).toEqual(['a shell']);
      socket.terminate();
    },
  );

  test('a message over 32 MB closes it with 1009', async () => {
    const socket = await opened();
    socket.send('x'.repeat(33_000_000));

    expect(await closed(socket)).toBe(1009);
  });

  test('a page that sends 20,000 odd messages is closed with a reason; each kind is logged once, and at ten times as many', async () => {
    const [flooding, other] = await Promise.all([opened(), opened()]);
    const over = new Promise((resolve) => flooding.once('close', (code, reason) => resolve([code, String(reason)])));
    web.warnings.length = 0;

    for (let n = 0; n < 20_000; n++) flooding.send('{"i":"1","t":3}');

    expect(await apiOver(other).app.running()).toEqual(['a shell']);
    expect(await over).toEqual([1008, 'This page sends what is not of the protocol']);
    expect(web.warnings).toEqual([
      ...[1, 10, 100].map((count) => ['rpc.odd-message', { kind: 'an unknown type', count }]),
      ['web.page-closed', { problem: 'This page sends what is not of the protocol' }],
    ]);
    other.terminate();
  });

  test.each([
    ['sends more than can be read', (n: number) => `{"i":"${n % 500}","t":4}`],
    ['asks more than can be answered', (n: number) => `{"i":"${n}","p":{"u":"/app/actions"}}`],
  ])('a page that %s is closed with that reason', async (why, message) => {
    const socket = await opened();
    const over = new Promise((resolve) => socket.once('close', (code, reason) => resolve([code, String(reason)])));

    for (let n = 0; n < 20_000; n++) socket.send(message(n));

    expect(await over).toEqual([1008, `This page ${why}`]);
  });

  test('compression is not agreed on', async () => {
    const socket = await opened();

    expect(socket.extensions).toBe('');
    socket.terminate();
  });
});

test('ending the server ends what is connected, and says that it was no loss', async () => {
  const other = await webWorkbench();
  const socket = new WebSocket(`ws://127.0.0.1:${other.port}/rpc`, {
    headers: { Origin: other.origin, Cookie: other.cookie },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const gone = closed(socket);

  await other[Symbol.asyncDispose]();

  expect(await gone).toBe(HOST_ENDED);
});

test('who does not answer the goodbye is cut off', async () => {
  const other = await webWorkbench();
  const socket = new WebSocket(`ws://127.0.0.1:${other.port}/rpc`, {
    headers: { Origin: other.origin, Cookie: other.cookie },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.pause();
  const before = performance.now();

  await other[Symbol.asyncDispose]();

  expect(performance.now() - before).toBeLessThan(5000);
  socket.terminate();
});
