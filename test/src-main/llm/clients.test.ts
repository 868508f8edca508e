import { describe, expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { type ScriptedReply, scriptedModelServer } from '../../support/scripted-model-server.ts';
import { clientsWith, keysOf, profileAt } from './clients-fixture.ts';
import { ask, delta, REQUEST, sse } from './model-fixture.ts';

const SILENT: ScriptedReply = { isSilent: true };

describe('the client of a profile', () => {
  test('asks its server for its model with its key and top_p 0.25 at /chat/completions', async () => {
    await using server = await scriptedModelServer([{ text: 'Hi' }]);
    await using clients = clientsWith({ keys: keysOf('sk-1') });
    const { reply } = await ask(clients.clientFor(profileAt(server.baseUrl, { model: 'gpt-4o' })));
    expect(reply?.text).toBe('Hi');
    expect(server.completions[0]).toMatchObject({
      path: '/v1/chat/completions',
      body: { model: 'gpt-4o', top_p: 0.25 },
    });
    expect(server.completions[0]?.headers.authorization).toBe('Bearer sk-1');
  });

  test.each(['', '/'])('takes an address that ends in %j', async (slash) => {
    await using server = await scriptedModelServer([{ text: 'Hi' }]);
    await using clients = clientsWith();
    const { reply } = await ask(clients.clientFor(profileAt(`${server.baseUrl}${slash}`)));
    expect(reply?.text).toBe('Hi');
  });

  test('is the same as long as nothing of the profile or the settings changes', async () => {
    let topP = 0.25;
    await using clients = clientsWith({ settings: () => ({ topP, stallMs: 5000 }) });
    const profile = profileAt('http://127.0.0.1:9/v1');
    const client = clients.clientFor(profile);
    expect(clients.clientFor({ ...profile, concurrency: 7 })).toBe(client);
    expect(clients.clientFor({ ...profile, id: 'other' })).not.toBe(client);
    // Two folders may both have a profile of one name; neither takes the other's place.
    expect(clients.clientFor({ ...profile, concurrency: 7 })).toBe(client);
    topP = 0.5;
    const changed = clients.clientFor(profile);
    expect(changed).not.toBe(client);
    expect(clients.clientFor({ ...profile, model: 'n' })).not.toBe(changed);
  });

  test('goes on as it was for a turn that has it, after the profile was changed', async () => {
    await using server = await scriptedModelServer([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
    await using clients = clientsWith();
    const old = clients.clientFor(profileAt(server.baseUrl, { model: 'old' }));
    await ask(old);
    const next = clients.clientFor(profileAt(server.baseUrl, { model: 'new' }));
    expect((await ask(next)).reply?.text).toBe('two');
    expect((await ask(old)).reply?.text).toBe('three');
    expect(server.completions.map(({ body }) => (body as { model: string }).model)).toEqual(['old', 'new', 'old']);
  });

  test('keeps what the server was found not to know, over a change of its key', async () => {
    const refusal = { status: 400, body: JSON.stringify({ error: { message: 'top_p is not supported' } }) };
    await using server = await scriptedModelServer([refusal, { text: 'a' }, { text: 'b' }]);
    let key = 'key-one';
    await using clients = clientsWith({ keys: keysOf('', { keyFor: async () => ({ key }) }) });
    const client = clients.clientFor(profileAt(server.baseUrl));
    await ask(client);
    key = 'key-two';
    await ask(client);
    const sent = server.completions.map(({ headers, body }) => [
      headers.authorization,
      (body as { top_p?: number }).top_p,
    ]);
    expect(sent).toEqual([
      ['Bearer key-one', 0.25],
      ['Bearer key-one', undefined],
      ['Bearer key-two', undefined],
    ]);
  });

  test('asks for the usage again where its refusal was about something else', async () => {
    const message =
      "Invalid schema for function 'x': 'additionalProperties' is required to be supplied and to be false";
    const refusal = { status: 400, body: JSON.stringify({ error: { message } }) };
    await using server = await scriptedModelServer([refusal, refusal, { text: 'a' }]);
    await using clients = clientsWith();
    const client = clients.clientFor(profileAt(server.baseUrl));
    expect((await ask(client)).failure?.code).toBe('bad-request');
    expect((await ask(client)).reply?.text).toBe('a');
    const sent = server.completions.map(({ body }) => 'stream_options' in (body as object));
    expect(sent).toEqual([true, false, true]);
  });

  test('learns how many bytes its tokens have', async () => {
    const text = 'x'.repeat(500);
    await using server = await scriptedModelServer([{ text, usage: { prompt: 1, completion: 100 } }]);
    await using clients = clientsWith();
    const client = clients.clientFor(profileAt(server.baseUrl));
    expect(client.bytesPerToken).toBe(3.25);
    await ask(client);
    expect(client.bytesPerToken).toBeCloseTo((5 + 4 * 3.25) / 5);
    expect(clients.clientFor(profileAt(server.baseUrl, { model: 'n' })).bytesPerToken).toBe(client.bytesPerToken);
    expect(clients.clientFor(profileAt(server.baseUrl, { id: 'q' })).bytesPerToken).toBe(3.25);
  });
});

describe('a key', () => {
  test('that is refused with 401 is asked for again, and the request repeated once', async () => {
    await using server = await scriptedModelServer([{ text: 'Hi' }], { key: 'right-key' });
    const used: string[] = [];
    const unauthorized = async (_: unknown, key: string) => {
      used.push(key);
      return 'right-key';
    };
    await using clients = clientsWith({ keys: keysOf('wrong-key', { unauthorized }) });
    const { reply, waiting } = await ask(clients.clientFor(profileAt(server.baseUrl)));
    expect(reply?.text).toBe('Hi');
    expect(waiting).toMatchObject([{ reason: expect.stringContaining('refused the key of profile p') }]);
    expect(used).toEqual(['wrong-key']);
    expect(server.completions).toHaveLength(2);
  });

  test('that is refused again is not asked for a third time', async () => {
    await using server = await scriptedModelServer([], { key: 'right-key' });
    let asked = 0;
    const unauthorized = async () => {
      asked += 1;
      return 'also-wrong';
    };
    await using clients = clientsWith({ keys: keysOf('wrong-key', { unauthorized }) });
    const { failure } = await ask(clients.clientFor(profileAt(server.baseUrl)));
    expect(failure).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(failure?.message).not.toContain('also-wrong');
    expect(asked).toBe(1);
    expect(server.completions).toHaveLength(2);
  });

  test('is not asked for again where the 401 stands, nor after a 403', async () => {
    await using server = await scriptedModelServer([{ status: 403, body: '{"error":{"message":"not yours"}}' }]);
    const unauthorized = async () => expect.unreachable('a 403 is no 401');
    await using clients = clientsWith({ keys: keysOf('k-1234', { unauthorized }) });
    const client = clients.clientFor(profileAt(server.baseUrl));
    expect((await ask(client)).failure).toMatchObject({ code: 'unauthorized', status: 403 });

    await using strict = await scriptedModelServer([], { key: 'right-key' });
    await using others = clientsWith({ keys: keysOf('wrong-key') });
    const { failure } = await ask(others.clientFor(profileAt(strict.baseUrl)));
    expect(failure).toMatchObject({ status: 401, message: expect.stringContaining('Incorrect API key') });
    expect(strict.completions).toHaveLength(1);
  });

  test('that is not to be had fails the request with the reason, and nothing is sent', async () => {
    await using server = await scriptedModelServer([{ text: 'Hi' }]);
    const keyFor = async () => ({ key: undefined, why: 'Nobody gave a key for profile p' }) as const;
    await using clients = clientsWith({ keys: keysOf('', { keyFor }) });
    const { failure } = await ask(clients.clientFor(profileAt(server.baseUrl)));
    expect(failure).toMatchObject({
      code: 'unauthorized',
      message: 'Nobody gave a key for profile p',
      retryable: true,
    });
    expect(server.requests).toEqual([]);
  });

  test('that is waited for ends with the request', async () => {
    const keyFor = (_: unknown, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await using clients = clientsWith({ keys: keysOf('', { keyFor }) });
    const stop = new AbortController();
    const asking = ask(clients.clientFor(profileAt('http://127.0.0.1:9/v1')), REQUEST, stop.signal);
    setTimeout(() => stop.abort(new Error('stopped')), 5);
    expect((await asking).failure).toMatchObject({ code: 'cancelled' });
  });

  test('is blanked from whatever is written down', async () => {
    const redactor = new Redactor();
    await using server = await scriptedModelServer([], { key: 'another-key-1' });
    await using clients = clientsWith({ redactor, keys: keysOf('secret-key-1') });
    const { failure } = await ask(clients.clientFor(profileAt(server.baseUrl)));
    expect(failure?.message).not.toContain('secret-key-1');
    expect(redactor.text('secret-key-1')).not.toContain('secret-key-1');
  });
});

describe('the places of a profile', () => {
  /** Replies while counting how many are at work at once. */
  function counting() {
    const seen = { now: 0, most: 0 };
    const reply = (): ScriptedReply => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      setTimeout(() => {
        seen.now -= 1;
      }, 15);
      return { body: sse(delta({ content: 'ok' }, 'stop'), '[DONE]'), delayMs: 20, seed: 1 };
    };
    return { seen, reply };
  }

  test.each([
    [1, 1],
    [2, 2],
  ])('with concurrency %i, %i of three requests are served at once', async (concurrency, most) => {
    const { seen, reply } = counting();
    await using server = await scriptedModelServer([reply, reply, reply]);
    await using clients = clientsWith();
    const client = clients.clientFor(profileAt(server.baseUrl, { concurrency }));
    const asked = await Promise.all([ask(client), ask(client), ask(client)]);
    expect(asked.map((one) => one.text)).toEqual(['ok', 'ok', 'ok']);
    expect(seen.most).toBe(most);
    expect(asked[2]?.waiting[0]?.reason).toContain('profile p; waiting for a place');
  });

  test('are shared by all who use the profile, also after it was changed, and by nobody else', async () => {
    const { seen, reply } = counting();
    await using server = await scriptedModelServer([reply, reply, reply]);
    await using clients = clientsWith();
    const old = clients.clientFor(profileAt(server.baseUrl));
    const changed = clients.clientFor(profileAt(server.baseUrl, { model: 'n' }));
    await Promise.all([ask(old), ask(changed)]);
    expect(seen.most).toBe(1);

    await using busy = await scriptedModelServer([SILENT]);
    const stop = new AbortController();
    const hanging = ask(clients.clientFor(profileAt(busy.baseUrl, { name: 'busy' })), REQUEST, stop.signal);
    expect((await ask(old)).text).toBe('ok');
    stop.abort(new Error('enough'));
    await hanging;
  });

  test('are given back by whoever stops, and taken by nobody who stops waiting', async () => {
    await using server = await scriptedModelServer([SILENT, { text: 'third' }]);
    await using clients = clientsWith();
    const client = clients.clientFor(profileAt(server.baseUrl));
    const stops = [new AbortController(), new AbortController()];
    const [first, second] = stops.map(({ signal }) => ask(client, REQUEST, signal));
    const third = ask(client);
    await expect.poll(() => server.completions.length).toBe(1);
    stops[1]?.abort(new Error('stopped'));
    expect((await second)?.failure?.code).toBe('cancelled');
    stops[0]?.abort(new Error('stopped'));
    expect((await first)?.failure?.code).toBe('cancelled');
    expect((await third).text).toBe('third');
    expect(server.completions).toHaveLength(2);
  });

  test('are given back by a reader who leaves in the middle of a reply', async () => {
    await using server = await scriptedModelServer([
      { text: 'a long story that goes on', delayMs: 5, seed: 2 },
      { text: 'b' },
    ]);
    await using clients = clientsWith();
    const client = clients.clientFor(profileAt(server.baseUrl));
    for await (const event of client.stream(REQUEST, new AbortController().signal)) if (event.type === 'text') break;
    expect((await ask(client)).text).toBe('b');
  });

  test('fifty who come at once are all served, in their order', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `session ${index}`);
    await using server = await scriptedModelServer(names.map(() => ({ text: 'ok' })));
    await using clients = clientsWith();
    const client = clients.clientFor(profileAt(server.baseUrl, { concurrency: 2 }));
    const asked = await Promise.all(
      names.map((text) => ask(client, { messages: [{ role: 'user', text }], tools: [] })),
    );
    expect(asked.every((one) => one.text === 'ok')).toBe(true);
    const order = server.completions.map(
      ({ body }) => (body as { messages: { content: string }[] }).messages[0]?.content,
    );
    // Two are on their way at once, so that neighbours may change places.
    for (const [index, name] of order.entries()) expect(Math.abs(names.indexOf(name ?? '') - index)).toBeLessThan(3);
  });
});

test('the demo is a client like any other', async () => {
  await using clients = clientsWith();
  expect(clients.demo).toMatchObject({ name: 'demo', model: 'Demo (scripted)', bytesPerToken: 3.25 });
  expect((await ask(clients.demo)).text).not.toBe('');
});
