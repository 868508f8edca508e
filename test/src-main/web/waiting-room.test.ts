import { get, type IncomingMessage } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { WaitingRoom } from '../../../src-main/web/waiting-room.ts';
import { type WebWorkbench, webWorkbench } from './web-workbench.ts';

describe('a served app under 300 half-sent requests', () => {
  let web: WebWorkbench;
  let sockets: Socket[];

  const halfSent = (head: string) =>
    new Promise<Socket>((resolve) => {
      const socket = connect(web.port, '127.0.0.1', () => {
        socket.write(head);
        resolve(socket);
      });
      socket.on('error', () => {}).resume();
    });
  const answerTo = (path: string, headers = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = web;
      get({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => resolve(answer.resume())).on(
        'error',
        reject,
      );
    });
  beforeAll(async () => {
    web = await webWorkbench();
    const body = `POST / HTTP/1.1\r\n${web.host}\r\nContent-Length: 9000\r\n\r\nx`;
    const heads = ['', 'GET / HTTP/1.1\r\nHost: ', 'GET / HTTP/1.1\r\nX: 1\r\n', body];
    sockets = await Promise.all(Array.from({ length: 400 }, (_, n) => halfSent(heads[n % 4] ?? '')));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await web[Symbol.asyncDispose]();
  });

  test('the browser that has the cookie is answered', async () => {
    expect(await answerTo('/', { Cookie: web.cookie })).toMatchObject({ statusCode: 200 });
  });

  test('a new window’s socket opens', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${web.port}/rpc`, {
      origin: web.origin,
      headers: { Cookie: web.cookie },
    });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.terminate();
  });

  test('a fresh link lets another browser in', async () => {
    const { statusCode, headers } = await answerTo(`/?code=${web.code()}`);
    expect({ statusCode, cookies: headers['set-cookie']?.length }).toEqual({ statusCode: 200, cookies: 1 });
  });

  test('at most 64 of them are still open', async () => {
    await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(64);
  });
});

test('who waits too long is turned out, and who was let in stays', async () => {
  const room = new WaitingRoom({ places: 8, patienceMs: 50, guests: 1 });
  const server = createServer((socket) => {
    room.enter(socket.on('error', () => {}));
    socket.on('data', (bytes) => socket.write(String(room.letIn(socket) && bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const open = () => connect(port, '127.0.0.1');
  const [idle, guest] = [open(), open()];

  guest.write('hello');

  await new Promise((resolve) => idle.once('close', resolve));
  expect(await new Promise((resolve) => guest.once('data', (bytes) => resolve(String(bytes))))).toBe('hello');
  expect(guest.closed).toBe(false);
  guest.destroy();
  server.close();
});
