import { afterAll, beforeAll, expect, test } from 'vitest';
import { askLlm } from '../../../../src-main/prompts/rest/llm-request.ts';
import { json, type StubServer, stubServer } from '../../../support/stub-server.ts';

let server: StubServer;
beforeAll(async () => {
  server = await stubServer(json({}));
});
afterAll(() => server[Symbol.asyncDispose]());

const KEY = 'my/private+key=0123456789abcdef0123456789';

const KEYLESS = { body: '{}', isStreamed: false, signal: new AbortController().signal };

test('a server that refuses was reached; one that closes the connection, or is not there, was not, in words', async () => {
  server.answer = json({ error: { message: 'Slow down' } }, 429);
  const target = { baseUrl: `${server.url}/v1`, apiKey: '', model: 'm' };
  expect(await askLlm({ ...KEYLESS, target })).toEqual({
    kind: 'failed',
    wasReached: true,
    cause: 'status 429: Slow down',
  });
  server.answer = (_, response) => void response.socket?.destroy();
  expect(await askLlm({ ...KEYLESS, target })).toEqual({
    kind: 'failed',
    wasReached: false,
    cause: 'it closed the connection before it answered (UND_ERR_SOCKET)',
  });
  const gone = await stubServer(json({}));
  await gone[Symbol.asyncDispose]();
  expect(await askLlm({ ...KEYLESS, target: { ...target, baseUrl: `${gone.url}/v1` } })).toMatchObject({
    cause: 'nothing listens at its address (ECONNREFUSED)',
  });
});

test.each([
  ['as it is, where the cause is cut', KEY],
  ['percent-encoded, where the cause is cut', encodeURIComponent(KEY)],
])('a server that repeats the key %s: no part of it is told', async (_, repeated) => {
  server.answer = json({ error: { message: `${'x'.repeat(265)} ${repeated}` } }, 401);
  const target = { baseUrl: `${server.url}/v1`, apiKey: KEY, model: 'm' };
  const answer = await askLlm({ target, body: '{}', isStreamed: false, signal: new AbortController().signal });
  expect(answer).toMatchObject({ kind: 'failed', cause: expect.stringMatching(/^status 401: x{265} \[key\]$/) });
});

test('a cause that is cut keeps its characters whole, and says that it goes on', async () => {
  const target = { baseUrl: `${server.url}/v1`, apiKey: '', model: 'm' };
  // The status before it has twelve units: the next to the last place is half of a pair.
  server.answer = json({ error: { message: `${'x'.repeat(287)}${'😀'.repeat(9)}` } }, 400);
  const asked = await askLlm({ ...KEYLESS, target });
  expect(asked).toMatchObject({ kind: 'failed', cause: `status 400: ${'x'.repeat(287)}…` });
});

test('an answer that is no text is none: its record would be another one', async () => {
  const target = { baseUrl: `${server.url}/v1`, apiKey: '', model: 'm' };
  server.answer = (_, response) => void response.end(Buffer.from('{"choices":"é"}', 'latin1'));
  expect(await askLlm({ ...KEYLESS, target })).toMatchObject({ kind: 'failed', cause: 'the answer is not UTF-8' });
});

test.each([307, 302])(
  'a server that sends on to another (%i) is not followed: that one was not chosen',
  async (status) => {
    await using other = await stubServer(json({ choices: [] }));
    const elsewhere = `${other.url}/v1/elsewhere`;
    server.answer = (_, response) => void response.writeHead(status, { location: elsewhere }).end();
    const target = { baseUrl: `${server.url}/v1`, apiKey: '', model: 'm' };
    expect(await askLlm({ ...KEYLESS, target })).toEqual({
      kind: 'failed',
      wasReached: true,
      cause: `status ${status}: it sends on to ${elsewhere}, which is not followed`,
    });
    expect(other.requests).toEqual([]);
  },
);

test('a password in the address is sent as a login, and told to nobody', async () => {
  server.answer = json({ choices: [] });
  const baseUrl = `${server.url.replace('http://', 'http://me:pass%20word@')}/v1`;
  const target = { baseUrl, apiKey: '', model: 'm' };
  expect(await askLlm({ ...KEYLESS, target })).toMatchObject({ kind: 'whole' });
  const login = `Basic ${Buffer.from('me:pass word').toString('base64')}`;
  expect(server.requests.at(-1)?.headers.authorization).toBe(login);
  await askLlm({ ...KEYLESS, target: { ...target, apiKey: KEY } });
  expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
});
