import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { isAlive, processesWithMark } from '../../support/processes.ts';
import { providersWorkbench, SESSION } from './providers-workbench.ts';

test('a provider that asks to be started again too often fails', async () => {
  await using bench = await providersWorkbench();
  const { id } = await bench.attach('finish.sh', '99');
  const view = await bench.until(id, ({ state }) => state === 'failed');
  expect(view).toMatchObject({ restarts: 3, reason: expect.stringContaining('more than 3 times within 60 s') });
});

test('killing one that forks ends its children too, those that left its group included', async () => {
  await using bench = await providersWorkbench();
  const { pid } = await bench.attach('forks.py');
  await expect
    .poll(async () => (await processesWithMark(bench.mark)).length, { timeout: 5000 })
    .toBeGreaterThanOrEqual(4);
  const killing = bench.providers.kill(pid ?? 0, bench.scope);
  expect(bench.providers.status(bench.scope)).toBe('No provider is attached');
  const startedAt = performance.now();
  await bench.providers[Symbol.asyncDispose]();
  expect(performance.now() - startedAt).toBeLessThan(4500);
  await killing;
  expect(await processesWithMark(bench.mark)).toEqual([]);
});

test('a provider that does not read is not sent more than is bounded', async () => {
  await using bench = await providersWorkbench({ limits: { callMs: 100 } });
  const { id } = await bench.attach('deaf.py');
  const big = { text: 'x'.repeat(900_000) };
  const results = await Promise.all(Array.from({ length: 45 }, () => bench.call('look', big)));
  expect(results.at(-1)?.content).toContain('does not read its input');
  expect(bench.view(id).state).toBe('running');
});

test('a provider that ignores SIGTERM is killed after 10 s; meanwhile nothing waits for it', async () => {
  await using bench = await providersWorkbench();
  const view = await bench.attach('stubborn.py');
  const startedAt = performance.now();
  const killing = bench.providers.kill(view.pid ?? 0, bench.scope);
  expect(bench.view(view.id)).toMatchObject({ state: 'completed', reason: 'by user' });
  expect(await bench.attach('named.sh', 'look')).toMatchObject({ state: 'running' });
  await killing;
  const seconds = (performance.now() - startedAt) / 1000;
  expect(seconds).toBeGreaterThan(9.5);
  expect(seconds).toBeLessThan(12);
  expect(await isAlive(view.pid ?? 0)).toBe(false);
});

test('a line of 200 MB fails its call at 16 MiB and its provider as a flood, and costs the host less than 40 MB', async () => {
  await using bench = await providersWorkbench({ limits: { callMs: 30_000 } });
  const { id, pid } = await bench.attach('long-line.py');
  await bench.call('look', { megabytes: 1 });
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 5);
  const result = await bench.call('look', { megabytes: 200, endless: true });
  await expect.poll(() => isAlive(pid ?? 0)).toBe(false);
  clearInterval(watch);
  expect(result).toMatchObject({ outcome: 'failed', content: expect.stringContaining('longer than 16 MiB') });
  expect(bench.view(id)).toMatchObject({ state: 'failed' });
  expect(most / 1e6).toBeLessThan(40);
});

test('a flood of diagnostics is read no faster than it is worth: answers still come, the tail is kept, the rest counted', async () => {
  await using bench = await providersWorkbench();
  await bench.attach('flood-diagnostics.py');
  await bench.call('look');
  const startedAt = performance.now();
  for (let n = 0; n < 20; n++) expect(await bench.call('look')).toMatchObject({ content: 'still here' });
  expect(performance.now() - startedAt).toBeLessThan(5000);
  await new Promise((done) => setTimeout(done, 1000));
  const before = process.cpuUsage();
  await new Promise((done) => setTimeout(done, 2000));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 2e6).toBeLessThan(0.5);
  const [provider] = bench.providers.list.value;
  expect(provider?.state).toBe('running');
});

test('a host that is killed leaves no provider and no command alive after 2 s, those that left their group included', async () => {
  const mark = `dying-${crypto.randomUUID()}`;
  const script = resolve(import.meta.dirname, '../../fixtures/providers/host.ts');
  const host = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', TEST_MARK: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: host.stdout }), 'line');
  const unmarked = Number(String(line).replace('started ', ''));
  expect(await isAlive(unmarked)).toBe(true);
  const alive = (await processesWithMark(mark)).filter((pid) => pid !== host.pid);
  expect(alive.length).toBeGreaterThanOrEqual(8);

  host.kill('SIGKILL');
  const startedAt = performance.now();
  await expect.poll(() => processesWithMark(mark), { timeout: 2000, interval: 50 }).toEqual([]);
  await expect.poll(() => isAlive(unmarked), { timeout: 500 }).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

/** Calls whose answers come after random delays, in random order, cut at random places. */
const CALLS = process.env.SIGMA_TEST_LONG === '1' ? 100_000 : 1000;

test(`of ${CALLS} calls whose answers are delayed, shuffled and split, none gets another's answer`, async () => {
  await using bench = await providersWorkbench({ limits: { callMs: 60_000 } });
  await bench.attach('shuffle.mjs');
  const [tool] = bench.runner.freeze(bench.scope).tools;
  if (!tool) throw new Error('no tool');
  const context = { session: SESSION, callId: '', workspace: '/', cwd: '/' };
  const record = () => Promise.resolve('');
  let next = 0;
  let wrong = 0;
  const work = async () => {
    const { signal } = new AbortController();
    while (next < CALLS) {
      const n = next++;
      const plan = await tool.plan({ n }, { ...context, signal, sent: JSON.stringify({ n }) });
      const outcome = await plan.run({}, { ...context, signal, record, onOutput() {} });
      if (!('content' in outcome) || JSON.parse(outcome.content).echo !== n) wrong++;
    }
  };
  await Promise.all(Array.from({ length: 100 }, work));
  expect(wrong).toBe(0);
});
