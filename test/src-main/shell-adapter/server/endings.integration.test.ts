import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { adapterBox } from '../../../support/adapter-box.ts';
import { adapterClient } from '../../../support/adapter-client.ts';

test('the same text twice at once: each has a decision of its own before it is called', async () => {
  await using box = await adapterBox({
    classify: async () => {
      await pause(100);
      return { verdict: 'safe', reasons: [] };
    },
  });
  await using client = adapterClient(await box.start());
  const run = () => client.ask('execute_command', { command: 'echo same' });
  expect(await Promise.all([run(), run(), run()])).toMatchObject([
    { stdout: 'same' },
    { stdout: 'same' },
    { stdout: 'same' },
  ]);
  const events = await box.events();
  const calls = events.flatMap(({ type, data }) => (type === 'tool.called' ? [data.callId] : []));
  expect(new Set(calls).size).toBe(3);
  for (const callId of calls) {
    const types = events.filter(({ data }) => 'callId' in data && data.callId === callId).map(({ type }) => type);
    expect(types).toEqual(['approval.decided', 'tool.called', 'tool.returned']);
  }
});

test('a command that is cancelled while it waits its turn is answered at once, and is on the record', async () => {
  await using box = await adapterBox();
  await using client = adapterClient(await box.start());
  const { session_id: session } = await client.ask('open_session', {});
  client.send('execute_command', { command: 'sleep 100', session_id: session, request_id: 'runs' });
  await expect.poll(() => box.service.running(), { timeout: 15_000 }).toEqual(['sleep 100']);
  const waiting = client.ask('execute_command', { command: 'echo late', session_id: session, request_id: 'waits' });
  await client.ask('cancel_request', { request_id: 'waits' });
  expect(await waiting).toMatchObject({ error: { code: 'cancelled' } });
  expect(box.service.running()).toEqual(['sleep 100']);
  expect((await box.events()).slice(-2)).toMatchObject([
    { type: 'approval.decided', data: { verdict: 'withdrawn', command: { command: 'echo late' } } },
    { type: 'tool.returned', data: { outcome: 'cancelled' } },
  ]);
});

test('a client that is frozen does not hold up the stop', async () => {
  await using box = await adapterBox();
  await using client = adapterClient(await box.start(), { transports: ['websocket'] });
  await client.hears('adapter_status');
  client.signal('SIGSTOP');
  const before = performance.now();
  await box.service.stop();
  // The WebSocket library itself would wait for 30 s.
  expect(performance.now() - before).toBeLessThan(15_000);
});

test('an adapter whose port broke is off, and the person is told', async () => {
  await using box = await adapterBox();
  const { port } = new URL(await box.start());
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
  const server = handles.find((one) => one instanceof Server && JSON.stringify(one.address()).includes(`:${port}`));
  (server as Server).emit('error', new Error('accept failed'));
  await expect.poll(() => box.service.state.value.isOn, { timeout: 15_000 }).toBe(false);
  expect(box.warnings.join()).toContain('accept failed');
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('one that is on by the same file can be joined, by another it cannot', async () => {
  await using box = await adapterBox();
  const url = await box.start();
  expect(await box.service.start(box.file, true)).toEqual({ url, wasOn: true });
  await expect(box.service.start(undefined, true)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(box.service.state.value.isOn).toBe(true);
});
