import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientsWith, profileAt } from './clients-fixture.ts';

test('a turn that is stopped does not wait for a server that says nothing of its context', async () => {
  let onAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  const server = createServer(() => onAsked());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await using clients = clientsWith();
  const client = clients.clientFor(profileAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`));
  const stop = new AbortController();
  let isOver = false;
  const learning = client.learnContext?.(stop.signal).then(() => {
    isOver = true;
  });
  await asked;
  stop.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(true);
  await learning;
});
