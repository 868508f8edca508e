import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import type { Judgement } from '#contract';
import { providersWorkbench } from './providers-workbench.ts';

const signal = new AbortController().signal;
const judging = (verdict: 'allow' | 'ask') => ({
  judge: async (tool: string): Promise<Judgement> => ({
    verdict,
    tier: 'default',
    parts: [{ text: tool, verdict, tier: 'default', why: `No rule allows ${tool}` }],
    why: `No rule allows ${tool}`,
    sandbox: 'none',
    canBeAllowed: true,
  }),
  signal,
});

test('what a prompt template calls runs only where a rule allows it, is in the list of calls, and is not called when it is withheld or gone', async () => {
  await using bench = await providersWorkbench();
  const { providers } = bench;
  const { id } = await bench.attach('weather.py');
  const [tool = ''] = bench.view(id).tools.map(({ name }) => name);
  const call = { provider: id, tool, arguments: { city: 'Oslo' } };
  const asked = bench.questions.length;
  expect(await providers.callAttached(call, judging('ask'))).toEqual({
    isError: true,
    text: expect.stringMatching(/^No rule allows \S+\. Prompts call only what a rule allows/),
  });
  expect(await providers.callAttached(call, judging('allow'))).toMatchObject({
    isError: false,
    text: expect.stringMatching(/^Sunny in Oslo/),
  });
  expect(bench.questions).toHaveLength(asked);
  const api = createRouterClient(providers.router, { context: { reportBug: () => {} } });
  for await (const calls of await api.calls({ id })) {
    expect(calls).toMatchObject([{ tool, outcome: 'done' }]);
    break;
  }

  await api.offer({ id, tool, on: false });
  expect(await providers.callAttached(call, judging('allow'))).toMatchObject({
    isError: true,
    text: expect.stringMatching(/withheld/),
  });
  await api.kill({ id });
  expect(await providers.callAttached(call, judging('allow'))).toMatchObject({ isError: true });
});
