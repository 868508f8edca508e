import { expect, test, vi } from 'vitest';
import { fullDiskLedger } from '../../../support/full-disk-ledger.ts';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, fails, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench } from '../chat-workbench.ts';

const MESSAGES = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Review x' },
  { role: 'assistant', content: 'As a table?' },
  { role: 'user', content: 'Yes' },
] as const;
const REQUEST = {
  title: 'review',
  event: { template: 'prompt:demo.review', text: 'Review x', hash: 'a'.repeat(64) },
  messages: [...MESSAGES],
};
const EXACTLY = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'Review x' },
  { role: 'assistant', text: 'As a table?', calls: [] },
  { role: 'user', text: 'Yes' },
];

test('what a prompt made is sent as it is and asked for again as it is, after a restart, too; tools that are called all the same do not run', async () => {
  const tool = plainTool('look');
  await using bench = await chatWorkbench({ client: scriptedClient([[fails('server', 'busy')]]), tools: [tool] });
  const { session, event } = await bench.app.chat.sendRendered(REQUEST);
  await bench.idle();

  const client = scriptedClient([calls(call('look')), says('Fine.'), says('Sure.')]);
  await bench.restart({ client, tools: [tool], answer: () => ({ verdict: 'allow' }) });
  await bench.app.api.retry({ session });
  await bench.idle();
  expect(client.requests[0]).toEqual({ messages: EXACTLY, tools: [] });
  expect(client.requests[1]?.messages.at(-1)).toMatchObject({
    role: 'tool',
    content: expect.stringMatching(/^Not run/),
  });
  expect(tool.runs).toEqual([]);
  const events = await bench.events(session);
  expect(events.filter(({ type }) => type === 'prompt.rendered')).toHaveLength(1);

  await bench.turn(session, 'Really?');
  const [system, ...rest] = client.requests[2]?.messages ?? [];
  expect(system).toMatchObject({ role: 'system', text: expect.stringMatching(/^You are[\s\S]*\n\nBe brief\.$/) });
  expect(rest.slice(0, 3)).toEqual(EXACTLY.slice(1));
  expect(rest.at(-1)).toEqual({ role: 'user', text: 'Really?' });
  expect(client.requests[2]?.tools.map(({ name }) => name)).toEqual(['look']);

  const items = await bench.items(session);
  expect(items[0]).toMatchObject({ kind: 'user', text: 'Review x\n\nYes', rendered: { event, messages: MESSAGES } });
  expect(items.find(({ kind }) => kind === 'assistant')).toMatchObject({ rendered: { event } });
});

test('a prompt that ends with the beginning of an answer can be asked for again when that failed', async () => {
  const client = scriptedClient([[fails('server', 'busy')], says('| a | b |')]);
  await using bench = await chatWorkbench({ client });
  const messages = MESSAGES.slice(0, 3);
  const { session } = await bench.app.chat.sendRendered({ ...REQUEST, messages });
  await vi.waitFor(async () =>
    expect((await bench.items(session)).at(-1)).toMatchObject({ state: 'failed', canRetry: true }),
  );
  await bench.idle();
  await bench.app.api.retry({ session });
  await bench.idle();
  expect(client.requests[1]?.messages).toEqual(EXACTLY.slice(0, 3));
  await expect(bench.app.api.retry({ session })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('nobody to send it to: there is no session', async () => {
  await using bench = await chatWorkbench();
  await expect(bench.app.chat.sendRendered(REQUEST)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(bench.app.chat.sendRendered({ ...REQUEST, profile: 'none' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await bench.ledger.sessions()).toEqual([]);
});

test('what renders to nothing is not sent: there is no session', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([]) });
  const messages = [{ role: 'user', content: ' \n' } as const];
  await expect(bench.app.chat.sendRendered({ ...REQUEST, messages })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await bench.ledger.sessions()).toEqual([]);
});

test('a start that fails leaves no session behind; what it had recorded is in the trash', async () => {
  let refused = 'prompt.rendered';
  await using bench = await chatWorkbench({
    client: scriptedClient([]),
    ledger: (real) => fullDiskLedger(real, (type) => type === refused),
  });
  await expect(bench.app.chat.sendRendered(REQUEST)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect([await bench.ledger.sessions(), await bench.ledger.trash()]).toEqual([[], []]);
  refused = 'message.queued';
  await expect(bench.app.chat.sendRendered(REQUEST)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await bench.ledger.sessions()).toEqual([]);
  expect(await bench.ledger.trash()).toMatchObject([{ title: 'review' }]);
});
