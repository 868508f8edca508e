import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serverEnder, untilTaken } from '#core/servers/http-ends';

/** Bytes beyond those that the system keeps for a client that reads nothing. */
const MORE_THAN_FITS = Buffer.alloc(32 * 1024 * 1024);

/** A response that has begun, and its client. */
async function begun(): Promise<{ response: ServerResponse; client: IncomingMessage }> {
  const server = createServer();
  onTestFinished(serverEnder(server));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  request.on('error', () => {});
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  response.flushHeaders();
  const [client] = (await once(request, 'response')) as [IncomingMessage];
  client.on('error', () => {});
  return { response, client };
}

test('what a client is sent waits until it is taken', async () => {
  const { response, client } = await begun();
  let isTaken = false;
  response.write(MORE_THAN_FITS);
  const taking = untilTaken(response).then(() => {
    isTaken = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isTaken).toBe(false);
  client.resume();
  await taking;
});

test('nobody waits for a client that leaves, or has left before', async () => {
  const { response, client } = await begun();
  response.write(MORE_THAN_FITS);
  const leaving = untilTaken(response);
  client.destroy();
  await leaving;
  response.write('more');
  await untilTaken(response);
});
