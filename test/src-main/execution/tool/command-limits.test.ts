import { expect, test } from 'vitest';
import type { RunLimits } from '#contract';
import { CommandLimits } from '#execution';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

const BASE: RunLimits = { timeoutMs: 1000, maxOutputBytes: 1000, memoryBytes: 100, processes: 10 };
const TOOL = 'execute_command';

async function bench(base: RunLimits = BASE) {
  const ledger = await temporaryLedger();
  const session = await ledger.session('s');
  const limits = new CommandLimits({ ledger, base: () => base });
  const called = new Map<string, string>();
  return {
    ledger,
    limits,
    call: async (callId: string, tool = TOOL) => {
      called.set(callId, (await session.append('tool.called', { callId, tool, arguments: {} })).id);
    },
    ran: async (callId: string, had: RunLimits = BASE) => {
      const cause = called.get(callId);
      const data = {
        command: 'x',
        cwd: '/',
        stopReason: 'memory',
        durationMs: 1,
        limits: had,
        output: '',
        outputBytes: 0,
      };
      await session.append('command.ran', { ...data, stopReason: 'memory', notWatched: [] }, { cause });
      await session.append('tool.returned', { callId, tool: TOOL, content: '', outcome: 'failed' });
    },
    raise: (
      callId: string,
      limit: 'memory' | 'timeout' | 'cpu' | 'processes',
      more: { scope?: 'session'; to?: number } = {},
    ) => limits.raise({ session: 's', callId, limit, scope: 'once', ...more }),
    raised: async () => {
      const events = [];
      for await (const event of session.read()) if (event.type === 'limits.raised') events.push(event.data);
      return events;
    },
    /** Creates new limits, as after a restart. */
    anew: () => new CommandLimits({ ledger, base: () => base }),
    [Symbol.asyncDispose]: async () => {
      limits[Symbol.dispose]();
      await ledger[Symbol.asyncDispose]();
    },
  };
}

test('a limit that is raised while the command runs holds at once, for it alone', async () => {
  await using at = await bench();
  await at.call('a');
  using running = await at.limits.begin('s', 'a');
  const heard: RunLimits[] = [];
  running.onRaised((all) => heard.push(all));

  expect(await at.raise('a', 'memory')).toEqual({ to: 200 });
  expect(running.current.memoryBytes).toBe(200);
  expect(heard).toEqual([{ ...BASE, memoryBytes: 200 }]);
  expect(await at.raised()).toEqual([{ limit: 'memory', from: 100, to: 200, scope: 'once', callId: 'a' }]);
  await at.ran('a');
  expect(await at.limits.next('s')).toEqual(BASE);
});

test('raised once after the end, it is for the next command, and used up by it', async () => {
  await using at = await bench();
  await at.call('a');
  await at.ran('a');
  await at.raise('a', 'memory');

  expect((await at.limits.next('s')).memoryBytes).toBe(200);
  expect((await at.anew().next('s')).memoryBytes).toBe(200);
  await at.call('other', 'read_file');
  await at.call('b');
  expect((await at.limits.begin('s', 'b')).current.memoryBytes).toBe(200);
  expect((await at.limits.next('s')).memoryBytes).toBe(100);
  expect((await at.anew().next('s')).memoryBytes).toBe(100);
  expect((await at.anew().begin('s', 'b')).current.memoryBytes).toBe(200);
});

test('raised for the session, it is for what runs and all after it, also after a restart, and for no other session', async () => {
  await using at = await bench();
  await at.call('a');
  using running = await at.limits.begin('s', 'a');
  await at.raise('a', 'timeout', { scope: 'session', to: 5000 });

  expect(running.current.timeoutMs).toBe(5000);
  for (const limits of [at.limits, at.anew()]) {
    await expect(limits.next('s')).resolves.toEqual({ ...BASE, timeoutMs: 5000 });
    await expect(limits.next('another')).resolves.toEqual(BASE);
  }
});

test('it doubles what the command had, and a higher setting is not lowered by it', async () => {
  await using at = await bench();
  await at.call('a');
  await at.ran('a', { ...BASE, memoryBytes: 400 });

  expect(await at.raise('a', 'memory')).toEqual({ to: 800 });
  expect(await at.raise('a', 'memory')).toEqual({ to: 1600 });
  const generous = new CommandLimits({ ledger: at.ledger, base: () => ({ ...BASE, memoryBytes: 9000 }) });
  expect((await generous.next('s')).memoryBytes).toBe(9000);
});

test('less than it has, a limit that is not there, half a process and unknown calls are refused, and nothing is recorded', async () => {
  await using at = await bench();
  await at.call('a');
  await at.call('read', 'read_file');

  await expect(at.raise('a', 'memory', { to: 99 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(at.raise('a', 'cpu')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(at.raise('a', 'processes', { to: 20.5 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(at.raise('nobody', 'memory')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(at.raise('read', 'memory')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await at.raised()).toEqual([]);
});

test('what was raised between the call and its start holds for it', async () => {
  await using at = await bench();
  await at.call('a');
  await at.raise('a', 'memory', { to: 150 });

  expect((await at.limits.begin('s', 'a')).current.memoryBytes).toBe(150);
});
