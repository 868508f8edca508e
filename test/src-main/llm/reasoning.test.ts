import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '#llm';
import { type ScriptedReply, scriptedModelServer } from '../../support/scripted-model-server.ts';
import { ask, clientFor, delta, REQUEST, sse } from './model-fixture.ts';

const DEMAND = 'The `reasoning_content` in the thinking mode must be passed back to the API.';
const refusal = (message: string): ScriptedReply => ({ status: 400, body: JSON.stringify({ error: { message } }) });

const CONVERSATION: ModelRequest = {
  ...REQUEST,
  messages: [
    { role: 'user', text: 'Hello' },
    {
      role: 'assistant',
      text: '',
      reasoning: 'I look first.',
      calls: [{ callId: 'c1', tool: 'read_file', arguments: '{}' }],
    },
    { role: 'tool', callId: 'c1', content: 'ok' },
    { role: 'assistant', text: 'Read it.', calls: [] },
    { role: 'user', text: 'And?' },
  ],
};
const thoughts = (body: unknown) =>
  (body as { messages: { role: string; reasoning_content?: string }[] }).messages
    .filter(({ role }) => role === 'assistant')
    .map((message) => message.reasoning_content);

describe('what a model thinks', () => {
  test.each(['reasoning_content', 'reasoning'])('comes in pieces apart from the text, as %s', async (field) => {
    const body = sse(
      delta({ role: 'assistant', content: '' }),
      delta({ [field]: 'First ' }),
      delta({ [field]: 'this.' }),
      delta({ content: 'Said.' }, 'stop'),
      '[DONE]',
    );
    await using server = await scriptedModelServer([{ body }]);
    await using client = clientFor(server.baseUrl);
    const { events, text, reply } = await ask(client);
    expect(events.flatMap((event) => (event.type === 'reasoning' ? [event.text] : []))).toEqual(['First ', 'this.']);
    expect(text).toBe('Said.');
    expect(reply).toMatchObject({ text: 'Said.', reasoning: 'First this.' });
  });

  test('is taken once from a server that sends it under both names', async () => {
    const body = sse(delta({ reasoning_content: 'Once.', reasoning: 'Once.' }), delta({ content: 'Said.' }, 'stop'));
    await using server = await scriptedModelServer([{ body }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).reply).toMatchObject({ reasoning: 'Once.' });
  });

  test('comes from a server that does not stream as well', async () => {
    const message = { role: 'assistant', content: 'Said.', reasoning_content: 'Whole.' };
    const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
    await using server = await scriptedModelServer([{ body, headers: { 'content-type': 'application/json' } }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).reply).toMatchObject({ text: 'Said.', reasoning: 'Whole.' });
  });

  test('is no reply by itself', async () => {
    await using server = await scriptedModelServer([{ body: sse(delta({ reasoning: 'Hm.' }), '[DONE]') }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).failure).toMatchObject({ code: 'broken-off' });
  });

  test('is not sent back unasked', async () => {
    await using server = await scriptedModelServer([{ text: 'fine' }]);
    await using client = clientFor(server.baseUrl);
    await ask(client, CONVERSATION);
    expect(thoughts(server.completions[0]?.body)).toEqual([undefined, undefined]);
  });

  test.each([DEMAND, 'Missing `reasoning_content` field in the assistant message at message index 1'])(
    'is sent back to a server that wants it, from then on: %s',
    async (words) => {
      await using server = await scriptedModelServer([refusal(words), { text: 'fine' }, { text: 'again' }]);
      await using client = clientFor(server.baseUrl);
      expect((await ask(client, CONVERSATION)).text).toBe('fine');
      await ask(client, CONVERSATION);
      expect(server.completions.map(({ body }) => thoughts(body))).toEqual([
        [undefined, undefined],
        ['I look first.', ''],
        ['I look first.', ''],
      ]);
    },
  );

  test('goes back and forth with no server for ever', async () => {
    const no = refusal('messages.1.reasoning_content: property is unsupported');
    await using server = await scriptedModelServer([refusal(DEMAND), no, refusal(DEMAND), { text: 'never' }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client, CONVERSATION)).failure).toMatchObject({ code: 'bad-request' });
    expect(server.completions).toHaveLength(3);
  });
});
