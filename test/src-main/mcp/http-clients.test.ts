import { expect, test } from 'vitest';
import { HttpClients } from '../../../src-main/mcp/http-clients.ts';
import { silentLogger } from '../../support/silent-logger.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};

function clients() {
  const unused = () => {
    throw new Error('Nothing is called here');
  };
  const ports = { run: unused, tools: () => [], onAlive: unused, openSession: unused, live: unused };
  const serving = { ports, isServed: () => true, policyOf: unused, onNamed: () => {}, version: '1', log: silentLogger };
  return new HttpClients(serving, () => {});
}

function initialize(to: HttpClients): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  return to.answer(new Request('http://127.0.0.1/mcp', { method: 'POST', headers }), INITIALIZE);
}

test('clients that begin at once are no more than 32', async () => {
  const served = clients();
  await Promise.all(Array.from({ length: 40 }, () => initialize(served)));
  expect(served.sessions).toHaveLength(32);
  expect((await initialize(served)).status).toBe(200);
  expect(served.sessions).toHaveLength(32);
  await served.closeAll();
});

test('a client that was about to begin when all were closed does not stay', async () => {
  const served = clients();
  const beginning = initialize(served);
  await served.closeAll();
  expect((await beginning).status).toBe(503);
  expect(served.sessions).toEqual([]);
  expect((await initialize(served)).status).toBe(200);
  expect(served.sessions).toHaveLength(1);
  await served.closeAll();
  expect(served.sessions).toEqual([]);
});
