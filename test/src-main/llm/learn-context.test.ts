import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ReportedContexts } from '../../../src-main/llm/clients/reported-contexts.ts';
import { clientsWith, keysOf, profileAt } from './clients-fixture.ts';

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

test('a key that is asked for meanwhile is waited for, however long that takes, and not asked for anew', async () => {
  // As if the time for the server's answer were always over.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  onTestFinished(() => void vi.restoreAllMocks());
  const stop = new AbortController();
  const withdrawn: boolean[] = [];
  const keyFor = async (_: unknown, signal: AbortSignal) => {
    withdrawn.push(signal.aborted);
    return { key: 'typed-0123456789' };
  };
  await using clients = clientsWith({ keys: keysOf('', { keyFor }) });
  await clients.clientFor(profileAt('http://127.0.0.1:9/v1')).learnContext?.(stop.signal);
  expect(withdrawn).toEqual([false]);
});

test('a clock that is set back does not keep an answer of before', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let size = 4096;
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ data: [{ id: 'm', context_length: size }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const contexts = new ReportedContexts(() => {});
  const asked = { baseUrl, model: 'm', environment: {} };
  await contexts.learn(asked);
  size = 8192;
  vi.advanceTimersByTime(61_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  await contexts.learn(asked);
  expect(contexts.of(baseUrl, 'm')).toBe(8192);
});
