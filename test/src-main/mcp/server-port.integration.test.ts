import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { mcpServerBench, officialClient, startHttp } from '../../support/mcp-server.ts';

async function takenPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.dispose]: () => void server.close() };
}

test('a port that is taken leaves the one that was open, with its clients', async () => {
  await using bench = await mcpServerBench();
  const before = await startHttp(bench);
  await using client = await officialClient(before);
  using taken = await takenPort();
  await expect(bench.api.start({ port: taken.port })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await bench.state()).toMatchObject({ isOn: true, url: before.url, clients: 1 });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['look']);
});

test('another port takes the place of the one that was open', async () => {
  await using bench = await mcpServerBench();
  const before = await startHttp(bench);
  const { port } = await takenPortFreed();
  await bench.api.start({ port });
  expect(await bench.state()).toMatchObject({ isOn: true, url: `http://127.0.0.1:${port}/mcp` });
  await expect(fetch(before.url)).rejects.toThrow();
  await bench.api.start({ port });
  await bench.api.start({});
  expect(await bench.state()).toMatchObject({ isOn: true, url: `http://127.0.0.1:${port}/mcp` });
});

async function takenPortFreed() {
  using taken = await takenPort();
  return { port: taken.port };
}
