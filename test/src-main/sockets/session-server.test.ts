import { mkdir, rename, rmdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TurnProgress } from '#contract';
import { Deferred } from '#core/async/deferred';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { saying } from './fake-chat.ts';
import { ask, said, socketBox } from './socket-box.ts';

const COMPLETIONS = '/v1/chat/completions';

test('P27: of what is sent only the last message of the person goes in', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  const { path } = await box.start();
  const messages = [
    { role: 'system', content: 'Obey' },
    { role: 'user', content: 'noise' },
    { role: 'assistant', content: 'more noise', tool_calls: [] },
    { role: 'user', content: 'the last', name: 'ann' },
    { role: 'assistant', content: 'prefill' },
  ];
  const answer = await ask(path, COMPLETIONS, { body: { model: 'x', messages, tools: [{}], temperature: 2 } });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({
    object: 'chat.completion',
    model: 'fake',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
  });
  expect(box.chat.taken).toEqual([
    { session: 's1', text: 'the last', images: 0, profile: undefined, from: { kind: 'socket', name: 'ann' } },
  ]);
  expect(box.chat.attendance.get('s1')).toEqual({ kind: 'unattended', questions: 'wait' });
});

test('a streamed answer has the words alone, and ends', async () => {
  const turn: TurnProgress[] = [
    { kind: 'queued', ahead: 0 },
    { kind: 'started', turn: 't' },
    { kind: 'reasoning', text: 'hmm' },
    { kind: 'text', text: 'Let me ' },
    { kind: 'text', text: 'look.' },
    { kind: 'called', callId: 'c', tool: 'read', sent: '{}' },
    { kind: 'asked', question: 'q', callId: 'c', tool: 'read', title: 'Read x', why: 'w' },
    { kind: 'answered', question: 'q', verdict: 'allow' },
    { kind: 'returned', callId: 'c', tool: 'read', outcome: 'done', content: 'secret trace' },
    { kind: 'note', text: 'again' },
    { kind: 'text', text: 'It is ' },
    { kind: 'ended', outcome: 'done', text: 'It is 4' },
  ];
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path, turn: () => turn });
  const { path } = await box.start();
  const { text, headers } = await ask(path, COMPLETIONS, { body: said('?', { stream: true }) });
  expect(headers['content-type']).toContain('text/event-stream');
  const data = text.split('\n\n').filter(Boolean);
  expect(data.at(-1)).toBe('data: [DONE]');
  const chunks = data.slice(0, -1).map((line) => JSON.parse(line.slice(6)).choices[0]);
  expect(chunks[0].delta).toEqual({ role: 'assistant', content: '' });
  expect(chunks.map(({ delta }) => delta.content ?? '').join('')).toBe('Let me look.\n\nIt is 4');
  expect(chunks.at(-1)).toMatchObject({ delta: {}, finish_reason: 'stop' });
  const whole = await ask(path, COMPLETIONS, { body: said('?') });
  expect(JSON.parse(whole.text).choices[0].message.content).toBe('It is 4');
});

test('a turn that fails is an error, whole and streamed, and the stream ends', async () => {
  await using folder = await temporaryFolder();
  const turn: TurnProgress[] = [
    { kind: 'text', text: 'Half' },
    { kind: 'ended', outcome: 'failed', text: 'Half', error: 'The server answered 500' },
  ];
  await using box = await socketBox({ folder: folder.path, turn: () => turn });
  const { path } = await box.start();
  const whole = await ask(path, COMPLETIONS, { body: said('?') });
  expect(whole.status).toBe(502);
  expect(JSON.parse(whole.text)).toEqual({
    error: { message: 'AI request failed: The server answered 500', type: 'api_error', code: 'turn_failed' },
  });
  const streamed = await ask(path, COMPLETIONS, { body: said('?', { stream: true }) });
  expect(streamed.text).toContain('data: {"error":{"message":"AI request failed: The server answered 500"');
  expect(streamed.text.endsWith('data: [DONE]\n\n')).toBe(true);
});

test.each([
  ['cancelled', 409],
  ['refused', 403],
] as const)('a turn that was %s is told as such', async (outcome, status) => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path, turn: () => [{ kind: 'ended', outcome, text: '' }] });
  const { path } = await box.start();
  expect((await ask(path, COMPLETIONS, { body: said('?') })).status).toBe(status);
});

test('the documented stream has all of a turn', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  const { path } = await box.start();
  const { text } = await ask(path, '/v1/turns', {
    body: { content: [{ type: 'text', text: 'Hi' }], user: '42' },
    headers: { 'sigma-channel': 'telegram', 'sigma-conversation': '42', 'sigma-person-name': 'J%C3%BCrgen' },
  });
  expect(text).toBe(
    'event: started\ndata: {"kind":"started","turn":"t"}\n\nevent: text\ndata: {"kind":"text","text":"Hello!"}\n\nevent: ended\ndata: {"kind":"ended","outcome":"done","text":"Hello!","model":"fake"}\n\n',
  );
  expect(box.chat.taken[0]?.from).toEqual({ kind: 'channel', channel: 'telegram', person: '42', name: 'Jürgen' });
  expect([...box.chat.sessions.values()]).toEqual(['telegram: Jürgen']);
});

test('P35: two messages at once are answered one after the other', async () => {
  await using folder = await temporaryFolder();
  const order: string[] = [];
  const gate = new Deferred<void>();
  await using box = await socketBox({
    folder: folder.path,
    turn: async function* ({ text }) {
      order.push(`u ${text}`);
      if (order.length === 1) await gate.promise;
      order.push(`a ${text}`);
      yield* saying(`to ${text}`)({ session: '', text, images: 0, profile: undefined, from: undefined });
    },
  });
  const { path } = await box.start();
  const both = ['1', '2'].map((text) => ask(path, COMPLETIONS, { body: said(text) }));
  await expect.poll(() => box.chat.taken.length).toBe(2);
  gate.resolve();
  const answers = (await Promise.all(both)).map(({ text }) => JSON.parse(text).choices[0].message.content);
  expect(answers).toEqual(['to 1', 'to 2']);
  const [first, second] = box.chat.taken.map(({ text }) => text);
  expect(order).toEqual([`u ${first}`, `a ${first}`, `u ${second}`, `a ${second}`]);
  expect(box.chat.sessions.size).toBe(1);
});

test('a client that goes in the middle of a stream does not end the turn', async () => {
  await using folder = await temporaryFolder();
  const gate = new Deferred<void>();
  await using box = await socketBox({
    folder: folder.path,
    turn: async function* () {
      yield { kind: 'text', text: 'first' };
      await gate.promise;
      yield { kind: 'ended', outcome: 'done', text: 'first' };
    },
  });
  const { path } = await box.start();
  await new Promise<void>((resolve) => {
    const asking = request({ socketPath: path, path: '/v1/turns', method: 'POST' }, (response) => {
      response.once('data', () => response.destroy());
      response.once('close', () => resolve());
    });
    asking.on('error', () => {});
    asking.end(JSON.stringify({ content: 'x' }));
  });
  gate.resolve();
  await expect.poll(() => box.chat.ended).toEqual(['x']);
  expect((await ask(path, '/v1/models', { method: 'GET' })).status).toBe(200);
});

test('whoever takes nothing is cut off, and nothing piles up for them', async () => {
  await using folder = await temporaryFolder();
  let pulled = 0;
  await using box = await socketBox({
    folder: folder.path,
    timers: { stallMs: 50 },
    turn: function* () {
      for (pulled = 0; pulled < 2000; pulled++) yield { kind: 'text', text: 'x'.repeat(10_000) };
      yield { kind: 'ended', outcome: 'done', text: '' };
    },
  });
  const { path } = await box.start();
  const client = connect(path)
    .on('error', () => {})
    .pause();
  const body = JSON.stringify({ content: 'x' });
  client.write(`POST /v1/turns HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await expect.poll(() => box.sockets.state.value[0]?.connections).toBe(1);
  await expect.poll(() => box.sockets.state.value[0]?.connections, { timeout: 5000 }).toBe(0);
  client.destroy();
});

test('a comment says that a stream lives while nothing happens', async () => {
  await using folder = await temporaryFolder();
  const gate = new Deferred<void>();
  await using box = await socketBox({
    folder: folder.path,
    timers: { heartbeatMs: 10 },
    turn: async function* () {
      await gate.promise;
      yield { kind: 'ended', outcome: 'done', text: 'ok' };
    },
  });
  const { path } = await box.start();
  const text = await new Promise<string>((resolve) => {
    const asking = request({ socketPath: path, path: '/v1/turns', method: 'POST' }, (response) => {
      let all = '';
      response.on('data', (chunk: Buffer) => {
        all += chunk.toString();
        gate.resolve();
      });
      response.on('end', () => resolve(all));
    });
    asking.end(JSON.stringify({ content: 'x' }));
  });
  expect(text.startsWith(': still here\n\n')).toBe(true);
  expect(text).toContain('event: ended');
});

test.each<[string, unknown, number, string]>([
  ['no JSON', '{', 400, 'Invalid JSON body'],
  ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'Invalid JSON body'],
  ['a list', '[]', 400, 'Invalid JSON body'],
  ['null', 'null', 400, 'Invalid JSON body'],
  ['a deep nest', '['.repeat(200_000), 400, 'Invalid JSON body'],
  ['no messages', {}, 400, 'No messages provided'],
  ['empty messages', { messages: [] }, 400, 'No messages provided'],
  ['messages that are no list', { messages: 'x' }, 400, 'No messages provided'],
  ['nobody’s message', { messages: [null, 1, { role: 'system', content: 'x' }] }, 400, 'No user message found'],
  ['no content', said(null), 400, 'messages[0].content must be a text, or a list of parts'],
  ['blank content', said('  '), 400, 'messages[0].content says nothing'],
  ['an unknown part', said([{ type: 'input_audio' }]), 400, 'messages[0].content[0] is of the type "input_audio"'],
  ['an image elsewhere', said([{ type: 'image_url', image_url: { url: 'http://x/a.png' } }]), 400, 'is no data: URL'],
  ['a broken image', said([{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }]), 400, 'no image'],
  ['a user that is no text', said('x', { user: 1 }), 400, '"user" must be a text'],
  ['too long a text', said('x'.repeat(1_000_001)), 400, 'longer than 1000000 characters'],
])('%s is answered with a sentence', async (_, body, status, message) => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  const { path } = await box.start();
  const answer = await ask(path, COMPLETIONS, { body });
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text).error.message).toContain(message);
  expect(box.chat.taken).toEqual([]);
});

test('10,000 messages are read, more than 16 MiB are not', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  const { path } = await box.start();
  const messages = Array.from({ length: 10_000 }, (_, index) => ({ role: 'user', content: `m${index}` }));
  expect((await ask(path, COMPLETIONS, { body: { messages } })).status).toBe(200);
  expect(box.chat.taken[0]?.text).toBe('m9999');
  const announced = await ask(path, COMPLETIONS, {
    headers: { 'content-length': String(17 * 1024 * 1024) },
    body: 'x',
  }).catch((error: unknown) => error);
  expect(announced).toMatchObject({ status: 413 });
  const whole = await ask(path, COMPLETIONS, { body: Buffer.alloc(17 * 1024 * 1024, 'x') });
  expect(whole).toMatchObject({ status: 413, text: expect.stringContaining('larger than 16 MiB') });
});

test('images are kept and go along', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  const { path } = await box.start();
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0' } };
  const answer = await ask(path, COMPLETIONS, { body: said([{ type: 'text', text: 'What?' }, image]) });
  expect(answer.status).toBe(200);
  expect(box.chat.taken[0]).toMatchObject({ text: 'What?', images: 1 });
  expect(box.kept).toEqual(['messages[0].content[1]']);
});

test.each([
  ['GET', '/v1/chat/completions', 405],
  ['DELETE', '/v1/session', 405],
  ['POST', '/v1/embeddings', 404],
  ['GET', '/', 404],
  ['POST', '/v1/questions', 404],
  ['POST', '/v1/stop/x', 404],
])('%s %s is %d', async (method, at, status) => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  const { path } = await box.start();
  const answer = await ask(path, at, { method });
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text).error).toMatchObject({ type: 'invalid_request_error' });
});

test('questions are answered by whoever was named, once', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  const { path } = await box.start({ approvers: ['telegram:7', '9'] });
  await ask(path, COMPLETIONS, { body: said('x') });
  const subject = { kind: 'read', path: '/x', shownPath: 'x' } as const;
  box.waiting.set('q1', { session: 's1', subject });
  box.waiting.set('q2', { session: 'other', subject });
  const answer = (id: string, user: string | undefined, body: object, channel = 'telegram') =>
    ask(path, `/v1/questions/${id}`, { body: { ...body, user }, headers: { 'sigma-channel': channel } });
  const yes = { verdict: 'allow' };
  expect((await answer('q1', '8', yes)).status).toBe(403);
  expect((await answer('q1', '7', yes, 'feishu')).status).toBe(403);
  expect((await ask(path, '/v1/questions/q1', { body: { ...yes, user: '9' } })).status).toBe(403);
  expect((await answer('q1', '7', { verdict: 'maybe' })).status).toBe(400);
  expect((await answer('q2', '7', yes)).status).toBe(404);
  expect((await answer('q1', '7', { verdict: 'refuse', reason: 'no' })).status).toBe(204);
  const by = { channel: 'telegram', person: '7' };
  expect(box.decided).toEqual([{ question: 'q1', decision: { verdict: 'refuse', reason: 'no' }, by }]);
  expect((await answer('q1', '9', yes)).status).toBe(404);
});

test('people whom a channel names may answer at once, and not any more when they are named no longer', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  expect(box.sockets.socketOf(folder.path)).toBeUndefined();
  const { path } = await box.start();
  expect(box.sockets.socketOf(folder.path)).toBe(path);
  await ask(path, COMPLETIONS, { body: said('x') });
  expect(box.chat.attendance.get('s1')).toEqual({ kind: 'unattended', questions: 'wait' });
  const answer = (id: string) => {
    box.waiting.set(id, { session: 's1', subject: { kind: 'read', path: '/x', shownPath: 'x' } });
    const body = { verdict: 'allow', user: '7' };
    return ask(path, `/v1/questions/${id}`, { body, headers: { 'sigma-channel': 'telegram' } });
  };

  await box.sockets.nameApprovers(folder.path, ['telegram:7']);
  expect(box.chat.attendance.get('s1')).toEqual({ kind: 'channel', approvers: ['telegram:7'] });
  expect(box.sockets.state.value[0]?.approvers).toEqual(['telegram:7']);
  expect((await answer('q1')).status).toBe(204);

  await box.sockets.nameApprovers(folder.path, []);
  expect((await answer('q2')).status).toBe(403);
});

test('each key has a conversation of its own, which outlives the app; one that is gone is begun anew', async () => {
  await using folder = await temporaryFolder();
  const key = (conversation: string) => ({ body: said('x'), headers: { 'sigma-conversation': conversation } });
  const box = await socketBox({ folder: folder.path });
  const { path } = await box.start();
  for (const name of ['a', 'b', 'a', '__proto__']) await ask(path, COMPLETIONS, key(name));
  await ask(path, COMPLETIONS, { body: said('x') });
  expect(box.chat.taken.map(({ session }) => session)).toEqual(['s1', 's2', 's1', 's3', 's4']);
  await box[Symbol.asyncDispose]();
  await using again = await socketBox({ folder: folder.path, chat: box.chat });
  await again.start();
  await ask(path, COMPLETIONS, key('b'));
  expect(box.chat.taken.at(-1)?.session).toBe('s2');
  box.chat.sessions.delete('s2');
  box.chat.attendance.delete('s2');
  await ask(path, COMPLETIONS, key('b'));
  expect(box.chat.taken.at(-1)?.session).not.toBe('s2');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a socket that cannot be written down is not on, and one whose end cannot be stays until it can', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'session-sockets.json');
  await using box = await socketBox({ folder: folder.path });
  const { path } = await box.start();
  await box.sockets.stop(path);
  // A folder in the file's place cannot be replaced.
  await mkdir(file);
  await expect(box.start({ isKept: true })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(box.sockets.state.value).toEqual([]);
  await expect(ask(path, '/v1/models', { method: 'GET' })).rejects.toThrow();
  await rmdir(file);
  await box.start({ isKept: true });
  await rename(file, `${file}.old`);
  await mkdir(file);
  await expect(box.sockets.stop(path)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(box.sockets.state.value).toMatchObject([{ path, state: 'on' }]);
  await rmdir(file);
  await rename(`${file}.old`, file);
  await box.sockets.stop(path);
  await using again = await socketBox({ folder: folder.path });
  expect(again.sockets.state.value).toEqual([]);
});

test('a socket that is kept starts again with the model and the history file that it was started with', async () => {
  await using folder = await temporaryFolder();
  const start = {
    aiSocket: join(folder.path, 'model.sock'),
    historyFile: join(folder.path, 'history.json'),
    isKept: true,
  };
  {
    await using box = await socketBox({ folder: folder.path });
    await box.start(start);
  }
  await using again = await socketBox({ folder: folder.path });
  expect(again.sockets.state.value).toMatchObject([{ state: 'on', ...start }]);
  const [{ path } = { path: '' }] = again.sockets.state.value;
  await ask(path, COMPLETIONS, { body: said('Hi') });
  expect(again.chat.taken).toMatchObject([{ profile: `unix:${start.aiSocket}` }]);
});
