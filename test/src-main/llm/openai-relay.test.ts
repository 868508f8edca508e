import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpenAiRelay } from '../../../src-main/llm/relay/openai-relay.ts';
import type { CompletionBody, RelayOptions } from '../../../src-main/llm/relay/relay.ts';
import { arrayOf } from '../../support/array-of.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { json, type StubServer, stubServer } from '../../support/stub-server.ts';
import { QUICK } from './model-fixture.ts';

let server: StubServer;
beforeAll(async () => {
  server = await stubServer(json({}));
});
afterAll(() => server[Symbol.asyncDispose]());

const BODY = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], odd: { kept: true } };
const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const call = (id: string) => chunk({ tool_calls: [{ index: 0, id, function: { name: 't', arguments: '{}' } }] });

function relayTo(more: Partial<RelayOptions> = {}): OpenAiRelay {
  return new OpenAiRelay({
    baseUrl: server.url,
    model: 'm',
    environment: {},
    log: silentLogger,
    redact: (text: string) => text,
    stallMs: 5000,
    backoff: QUICK,
    ...more,
  } as unknown as RelayOptions);
}

/** The documents that the relay hands on of these. */
async function relayed(documents: readonly (object | string)[], body: CompletionBody = BODY): Promise<string[]> {
  server.answer = (_, response) => {
    const lines = documents.map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(lines.join(''));
  };
  await using relay = relayTo();
  return await arrayOf(relay.stream(body, new AbortController().signal));
}

test('a reply is handed on as it came, members that are not known with it', async () => {
  const documents = [{ ...chunk({ content: 'Hi', odd: 1 }), x: [] }, chunk({}, 'stop')];
  expect(await relayed([...documents, '[DONE]'])).toEqual(documents.map((one) => JSON.stringify(one)));
  expect(JSON.parse(server.requests.at(-1)?.body ?? '')).toMatchObject({ odd: { kept: true }, stream: true });
});

test('a reply that only ends is no whole one, and neither is one with something else in the middle', async () => {
  await expect(relayed([chunk({ content: 'Half' })])).rejects.toThrow('before the reply was complete');
  await expect(relayed([chunk({ content: 'Half' }), '<html>', '[DONE]'])).rejects.toThrow('not JSON');
  await expect(relayed([chunk({}, 'stop'), { error: { message: 'overloaded' } }])).rejects.toThrow('overloaded');
  expect(await relayed([chunk({ content: 'All' }, 'stop')])).toHaveLength(1);
});

test('events whose blank lines the server forgot are handed on one by one', async () => {
  const documents = [chunk({ content: 'Hel' }), chunk({ content: 'lo' }), chunk({}, 'stop')];
  const lines = documents.map((one) => JSON.stringify(one));
  expect(await relayed([`${lines.join('\ndata: ')}\ndata: [DONE]`])).toEqual(lines);
});

test('a document that its server wrote in several lines is one line', async () => {
  const documents = [chunk({ content: 'Hello' }), chunk({}, 'stop')];
  const lines = documents.map((one) => JSON.stringify(one, null, 1).replaceAll('\n', '\ndata: '));
  expect(await relayed([...lines, '[DONE]'])).toEqual(documents.map((one) => JSON.stringify(one)));
});

test('a reply that was finished is whole, though the connection broke before its last event', async () => {
  const documents = [chunk({ content: 'All' }), chunk({}, 'stop')].map((one) => JSON.stringify(one));
  server.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(documents.map((one) => `data: ${one}\n\n`).join(''), () => response.destroy());
  };
  await using relay = relayTo();
  expect(await arrayOf(relay.stream(BODY, new AbortController().signal))).toEqual(documents);
});

test('a reply of which nothing has come is asked for again, streamed and whole; one that had begun is not', async () => {
  const document = JSON.stringify(chunk({ content: 'All' }, 'stop'));
  let asked = 0;
  const broken =
    (sent: string): StubServer['answer'] =>
    (_, response) => {
      asked += 1;
      if (asked > 2)
        return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${document}\n\n`);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sent, () => response.destroy());
    };
  await using relay = relayTo();
  const { signal } = new AbortController();
  server.answer = broken(': wait\n\n');
  expect(await arrayOf(relay.stream(BODY, signal))).toEqual([document]);
  expect(asked).toBe(3);
  asked = 0;
  server.answer = broken(`data: ${JSON.stringify(chunk({ content: 'Half' }))}\n\n`);
  await expect(arrayOf(relay.stream(BODY, signal))).rejects.toMatchObject({ code: 'broken-off' });
  expect(asked).toBe(1);
  server.answer = (_, response) => {
    asked += 1;
    if (asked > 3) return json({ choices: [] })(_, response);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"choices":', () => response.destroy());
  };
  expect(await relay.whole(BODY, signal)).toBe('{"choices":[]}');
  expect(asked).toBe(4);
});

test('a finished reply is not waited for longer than its usage may take', async () => {
  const document = JSON.stringify(chunk({ content: 'All' }, 'stop'));
  server.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${document}\n\n`);
  };
  await using relay = relayTo({ stallMs: 60_000 });
  expect(await arrayOf(relay.stream(BODY, new AbortController().signal))).toEqual([document]);
});

test('of two replies side by side, one that is finished does not end the other', async () => {
  server.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(chunk({ content: 'All' }, 'stop'))}\n\n`, () => response.destroy());
  };
  await using relay = relayTo();
  const reading = arrayOf(relay.stream({ ...BODY, n: 2 }, new AbortController().signal));
  await expect(reading).rejects.toMatchObject({ code: 'broken-off' });
});

test('a call id that was used before is another one, the same in each piece of its call', async () => {
  const used = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 't', arguments: '{}' } }],
  };
  const body = { ...BODY, messages: [...BODY.messages, used, { role: 'tool', tool_call_id: 'a', content: '' }] };
  const told = await relayed([call('a'), call('a'), chunk({}, 'tool_calls')], body);
  const ids = told.slice(0, 2).map((text) => JSON.parse(text).choices[0].delta.tool_calls[0].id);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).not.toBe('a');
  expect(await relayed([call('b'), chunk({}, 'tool_calls')], body)).toEqual(
    [call('b'), chunk({}, 'tool_calls')].map((one) => JSON.stringify(one)),
  );
});

test('two calls that a server numbers alike stay two, each with its own id', async () => {
  const more = chunk({ tool_calls: [{ index: 0, id: 'changed', function: { arguments: '' } }] });
  const documents = [call('a'), call('b'), more, chunk({}, 'tool_calls')];
  const told = (await relayed(documents)).map((text) => JSON.parse(text).choices[0].delta.tool_calls?.[0]?.id);
  expect(told).toEqual(['a', 'b', 'b', undefined]);
});

test('calls of a whole reply have ids of their own, too', async () => {
  const calls = ['a', 'b', 'b'].map((id) => ({ id, type: 'function', function: { name: 't', arguments: '{}' } }));
  const message = { role: 'assistant', content: null, tool_calls: calls };
  server.answer = json({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
  const messages = [...BODY.messages, { ...message, tool_calls: calls.slice(0, 1) }];
  const body = { ...BODY, messages: [...messages, { role: 'tool', tool_call_id: 'a', content: '' }] };
  await using relay = relayTo();
  const { signal } = new AbortController();
  const idsIn = (said: { readonly tool_calls: readonly { readonly id: string }[] }) =>
    said.tool_calls.map(({ id }) => id);
  expect(idsIn(JSON.parse(await relay.whole(body, signal)).choices[0].message)).toEqual(['a-2', 'b', 'b-2']);
  const [streamed = ''] = await arrayOf(relay.stream(body, signal));
  expect(idsIn(JSON.parse(streamed).choices[0].delta)).toEqual(['a-2', 'b', 'b-2']);
});

test('an error in place of a reply is one, though the server says that all is well', async () => {
  server.answer = json({ error: { message: 'no credit' } });
  await using relay = relayTo();
  const signal = new AbortController().signal;
  await expect(relay.whole(BODY, signal)).rejects.toThrow('no credit');
  await expect(arrayOf(relay.stream(BODY, signal))).rejects.toThrow('no credit');
  server.answer = json({ choices: [], error: null });
  expect(JSON.parse(await relay.whole(BODY, signal))).toEqual({ choices: [], error: null });
});

test.each([
  [{}, { max_tokens: 77, reasoning_effort: 'low', thinking: { type: 'enabled' } }],
  [{ max_tokens: null, max_completion_tokens: null, reasoning_effort: null, thinking: null }, { max_tokens: 77 }],
  [{ max_tokens: null, reasoning_effort: null }, { reasoning_effort: 'low' }],
  [
    { max_completion_tokens: 5, reasoning_effort: 'high' },
    { max_completion_tokens: 5, reasoning_effort: 'high' },
  ],
])('what a request of %j leaves open is as it was set here: %j', async (given, sent) => {
  server.answer = json({ choices: [] });
  await using relay = relayTo({ maxTokens: 77, reasoningEffort: 'low', thinking: 'enabled' });
  await relay.whole({ ...BODY, ...given }, new AbortController().signal);
  const body = JSON.parse(server.requests.at(-1)?.body ?? '');
  expect(body).toMatchObject(sent);
  if ('max_completion_tokens' in sent) expect(body).not.toHaveProperty('max_tokens');
});
