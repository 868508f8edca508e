import { expect, test } from 'vitest';
import type { ConversationItem } from '#contract';
import type { ModelEvent } from '#llm';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, fails, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench } from '../chat-workbench.ts';
import { follow, requested, settled, setUp } from '../conversation-workbench.ts';

const thinks = (...texts: readonly string[]): ModelEvent[] => texts.map((text) => ({ type: 'reasoning', text }));
const replies = (items: readonly ConversationItem[]) => items.filter((item) => item.kind === 'assistant');

test('what the model thought is kept with its reply, shown again after a restart, and given back to the client', async () => {
  const client = scriptedClient([
    [...thinks('Let me ', 'look.'), ...calls(call('look')).map((event) => withThought(event, 'Let me look.'))],
    says('Done.'),
  ]);
  await using it = await chatWorkbench({ client, tools: [plainTool('look')], answer: () => ({ verdict: 'allow' }) });
  const session = await it.session();
  await it.turn(session, 'hello');

  expect(client.requests[1]?.messages.find(({ role }) => role === 'assistant')).toMatchObject({
    reasoning: 'Let me look.',
  });
  await it.restart();
  const [first, second] = replies(await it.items(session));
  expect(first).toMatchObject({ reasoning: 'Let me look.', state: 'complete' });
  expect(second).not.toHaveProperty('reasoning');
});

test('of a reply that breaks off while the model thinks, the thought is kept', async () => {
  const client = scriptedClient([[...thinks('Half a '), ...thinks('thought'), fails('broken-off', 'gone')]]);
  await using it = await chatWorkbench({ client });
  const session = await it.session();
  await it.turn(session, 'hello');
  expect(replies(await it.items(session))[0]).toMatchObject({
    state: 'interrupted',
    reasoning: 'Half a thought',
    text: '',
    canRetry: true,
  });
});

test('a thought that comes in small pieces is sent in few, apart from the text', async () => {
  const { append, open } = await setUp();
  const id = await append('llm.requested', requested);
  using conversation = await open();
  const reader = follow(conversation);
  const before = reader.updates;
  for (let count = 0; count < 200; count++) conversation.replyReasoning(id, 'x');
  for (let count = 0; count < 200; count++) conversation.replyText(id, 'y');
  await settled();
  expect(reader.items.at(-1)).toMatchObject({ reasoning: 'x'.repeat(200), text: 'y'.repeat(200), state: 'streaming' });
  expect(reader.updates - before).toBeLessThan(6);
});

function withThought(event: ModelEvent, reasoning: string): ModelEvent {
  return event.type === 'done' ? { ...event, reply: { ...event.reply, reasoning } } : event;
}
