import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { processesWithMark } from '../../../support/processes.ts';
import { providersWorkbench, type Workbench } from '../providers-workbench.ts';

const api = ({ providers }: Workbench) => createRouterClient(providers.router, { context: { reportBug: () => {} } });

async function diagnosticsOf(bench: Workbench, id: string): Promise<string> {
  for await (const { text } of await api(bench).stderr({ id })) return text;
  return '';
}

test('lines that declare no tool are diagnostics, and the tools behind them are offered', async () => {
  await using bench = await providersWorkbench();

  const { id, state, tools } = await bench.attach('noisy.py');

  expect({ state, names: tools.map(({ name }) => name) }).toEqual({ state: 'running', names: ['look'] });
  await expect.poll(() => diagnosticsOf(bench, id)).toContain('not JSON: loading the model …');
  expect(await diagnosticsOf(bench, id)).toContain('{"level": "info", "message": "loaded"}');
});

test('a line printed before the answer fails nothing; it is a diagnostic without its secret', async () => {
  await using bench = await providersWorkbench();
  const { id } = await bench.attach('noisy.py');

  expect(await bench.call('look', { say: 'debug' })).toMatchObject({ outcome: 'done', content: 'debug' });

  await expect.poll(() => diagnosticsOf(bench, id)).toContain('debug: token=[secret removed]');
  expect(bench.view(id).state).toBe('running');
});

test.each([
  ['bytes', 'not UTF-8'],
  ['half', 'not JSON'],
  ['shape', 'without "call_id"'],
])('a broken answer (%s) fails its call alone, saying how', async (say, why) => {
  await using bench = await providersWorkbench();
  const { id } = await bench.attach('noisy.py');

  const result = await bench.call('look', { say });

  expect(result).toMatchObject({ outcome: 'failed', content: expect.stringContaining(why) });
  expect(await bench.call('look')).toMatchObject({ outcome: 'done', content: 'nothing' });
  expect(bench.view(id).state).toBe('running');
});

test('of two open calls a broken answer fails the one it names', async () => {
  await using bench = await providersWorkbench({ limits: { callMs: 1500 } });
  await bench.attach('noisy.py');

  const [silent, half] = await Promise.all([
    bench.call('look', { say: 'nobody' }),
    bench.call('look', { say: 'half' }),
  ]);

  expect(half.content).toContain('not JSON');
  expect(silent.content).toContain('did not answer within');
});

test('a line of 17 MiB fails its call alone', async () => {
  await using bench = await providersWorkbench();
  const { id } = await bench.attach('long-line.py');

  const result = await bench.call('look', { megabytes: 18 });

  expect(result).toMatchObject({ outcome: 'failed', content: expect.stringContaining('longer than 16 MiB') });
  expect(await bench.call('look', { megabytes: 0 })).toMatchObject({ outcome: 'done', content: '' });
  expect(bench.view(id).state).toBe('running');
});

test('twenty bad lines in a row end the provider, saying so', async () => {
  await using bench = await providersWorkbench();
  const { id } = await bench.attach('noisy.py');

  expect(await bench.call('look', { say: 'often', times: 19 })).toMatchObject({ outcome: 'done' });
  expect(await bench.call('look', { say: 'often', times: 20 })).toMatchObject({ outcome: 'failed' });

  expect(bench.view(id)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/20 lines in a row .* not JSON: progress 19/),
  });
  await expect.poll(() => processesWithMark(bench.mark)).toEqual([]);
});
