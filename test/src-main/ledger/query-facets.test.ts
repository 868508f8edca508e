import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { createActivity } from '#ledger';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

async function setUp() {
  let clock = 1000;
  const ledger = await temporaryLedger({ now: () => clock++ });
  const { router, ...activity } = createActivity({ ledger, log: silentLogger });
  const api = createRouterClient(router, { context: { reportBug: () => {} } });
  const session = await ledger.session('one');
  await session.append('message.user', { text: 'Change it' });
  await session.append('tool.called', { callId: 'c', tool: 'edit_file', arguments: { path: 'src/Main.ts' } });
  await session.append('approval.decided', { by: 'person', callId: 'c', verdict: 'refuse' });
  await session.append('approval.decided', { by: 'rule', rule: 'reads', callId: 'd', verdict: 'allow' });
  const last = await session.append('file.changed', { path: '/w/src/main.ts', change: 'created', origin: 'tool' });
  return {
    api,
    last,
    types: async (query: Parameters<typeof api.query>[0]) =>
      (await api.query(query)).events.map(({ type, data }) => (data.by === undefined ? type : `${type} ${data.by}`)),
    [Symbol.asyncDispose]: async () => {
      await activity[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
    },
  };
}

test('events are found by who did them, how they ended, where and when', async () => {
  await using world = await setUp();
  expect(await world.types({ actor: 'rule' })).toEqual(['approval.decided rule']);
  expect(await world.types({ actor: 'person' })).toEqual(['approval.decided person', 'message.user']);
  expect(await world.types({ result: 'refused' })).toEqual(['approval.decided person']);
  expect(await world.types({ path: 'SRC/main' })).toEqual(['file.changed', 'tool.called']);
  expect(await world.types({ since: world.last.at - 1 })).toEqual(['file.changed', 'approval.decided rule']);
  expect(await world.types({ since: world.last.at - 3, until: world.last.at - 1 })).toEqual([
    'approval.decided person',
    'tool.called',
  ]);
});

test('an event is found by its id', async () => {
  await using world = await setUp();
  const { events } = await world.api.query({ text: world.last.id });
  expect(events.map(({ id }) => id)).toEqual([world.last.id]);
});
