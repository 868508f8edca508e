import { expect, test } from 'vitest';
import { adapterBox } from '../../../support/adapter-box.ts';
import { adapterClient } from '../../../support/adapter-client.ts';

const MIB = 1024 * 1024;
const HOLD = `/usr/bin/python3 -c "import time; kept = b'x' * (120 << 20); time.sleep(1.5); print('held')"`;
const PATIENCE = 30_000;

async function stoppedByMemory() {
  const box = await adapterBox({ adapter: ['memory_mb_limit: 60', 'resource_check_interval: 1'] });
  const client = adapterClient(await box.start());
  const run = (command = HOLD) => client.ask('execute_command', { command });
  expect(await run()).toMatchObject({ exit_code: -1, termination_reason: 'memory' });
  const called = (await box.events()).find(({ type }) => type === 'tool.called');
  const callId = String(called?.data.callId);
  const raise = (scope: 'once' | 'session', record = 'client-1') =>
    box.service.raise({ session: record, callId, limit: 'memory', scope, to: 400 * MIB });
  return {
    box,
    client,
    run,
    raise,
    limits: async () =>
      (await box.events())
        .filter(({ type }) => type === 'command.ran')
        .map(({ data }) => (data.limits as { memoryBytes: number }).memoryBytes / MIB),
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await box[Symbol.asyncDispose]();
    },
  };
}

test('a limit that stopped a client is raised for all its commands, and that is on its record', {
  timeout: PATIENCE,
}, async () => {
  await using at = await stoppedByMemory();
  expect(await at.raise('session')).toEqual({ to: 400 * MIB });
  expect(await at.run()).toMatchObject({ exit_code: 0, stdout: 'held' });
  expect(await at.run('true')).toMatchObject({ exit_code: 0 });
  expect(await at.limits()).toEqual([60, 400, 400]);
  const raised = (await at.box.events()).filter(({ type }) => type === 'limits.raised');
  expect(raised.map(({ data }) => data)).toMatchObject([{ limit: 'memory', from: 60 * MIB, to: 400 * MIB }]);
});

test('raised once, it is so for the next command alone', { timeout: PATIENCE }, async () => {
  await using at = await stoppedByMemory();
  await at.raise('once');
  expect(await at.run()).toMatchObject({ exit_code: 0, stdout: 'held' });
  expect(await at.run()).toMatchObject({ termination_reason: 'memory' });
  expect(await at.limits()).toEqual([60, 400, 60]);
});

test('nothing is raised for a session that is no client’s', { timeout: PATIENCE }, async () => {
  await using at = await stoppedByMemory();
  expect(at.raise('session', 'client-2')).toBeUndefined();
  await at.box.service.stop();
  expect(at.raise('session')).toBeUndefined();
});
