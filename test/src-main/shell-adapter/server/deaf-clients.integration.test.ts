import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { type ClientSocket, clientSocket } from '../../../../src-main/shell-adapter/server/client-socket.ts';
import { UnreadRoom } from '../../../../src-main/shell-adapter/server/unread-room.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const CLIENTS = 1000;
const MB = 1024 * 1024;
const LIMITS = { ofOne: 2 * MB, ofAll: 64 * MB };
const MESSAGE = { text: 'x'.repeat(64 * 1024) };
/** Number of messages to each client: some lie in the system's buffers, the others are too much for all together. */
const ROUNDS = 12;

/** A frame of a WebSocket with a short text, masked with zeros. */
const frame = (text: string) => Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

const HELLO = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '',
  '',
].join('\r\n');

/** A client that says hello and is served; from then on it reads only if it is told to. */
async function rawClient(path: string): Promise<Socket> {
  const socket = connect(path);
  socket.on('error', () => {});
  socket.write(HELLO);
  await once(socket, 'data');
  socket.pause();
  socket.write(frame('40'));
  return socket;
}

test('a thousand clients that never read leave no more than all may, and one that reads is served', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'socket');
  const room = new UnreadRoom(LIMITS);
  const http = createServer();
  const io = new Server(http);
  // A local socket, of which the system takes little, has none.
  io.use((socket, next) => {
    socket.handshake.address = 'here';
    next();
  });
  const served = new Map<ClientSocket, string>();
  io.on('connection', (socket) => {
    const client = clientSocket(socket, room);
    served.set(client, 'here');
    client.onGone(({ isUnread, reason }) => served.set(client, isUnread ? 'cut off' : reason));
  });
  http.listen(path);
  await once(http, 'listening');
  const sockets: Socket[] = [];
  try {
    const reader = await rawClient(path);
    sockets.push(reader);
    let read = 0;
    reader.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    reader.resume();
    await expect.poll(() => served.size, { timeout: 20_000 }).toBe(1);
    const [first] = served.keys();
    while (sockets.length <= CLIENTS) sockets.push(await rawClient(path));
    await expect.poll(() => served.size, { timeout: 60_000 }).toBe(CLIENTS + 1);

    let most = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const client of served.keys()) {
        client.emit('told', MESSAGE);
        most = Math.max(most, room.bytes);
      }
      await expect.poll(() => read, { timeout: 20_000 }).toBeGreaterThan((round + 1) * MESSAGE.text.length);
    }

    expect(most).toBeGreaterThan(LIMITS.ofAll / 2);
    expect(most).toBeLessThanOrEqual(LIMITS.ofAll);
    const ends = [...served.values()];
    expect(new Set(ends)).toEqual(new Set(['here', 'cut off']));
    expect(first && served.get(first)).toBe('here');
  } finally {
    for (const socket of sockets) socket.destroy();
    await io.close();
  }
  await expect.poll(() => room.bytes).toBe(0);
});

test('one client that leaves too much is cut off, whatever the others leave', async () => {
  const room = new UnreadRoom({ ofOne: 10, ofAll: 100 });
  const cut: string[] = [];
  const [one, other] = ['one', 'other'].map((name) => room.open(() => cut.push(name)));
  if (!one || !other) throw new Error('Two accounts were opened');
  other.add(10);
  room.check(other);
  // Long as it is, it is on its way.
  one.add(80);
  one.takeUp();
  room.check(one);
  expect(cut).toEqual([]);
  one.add(11);
  room.check(one);
  expect(cut).toEqual(['one']);
  expect(room.bytes).toBe(10);
});
