import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Api } from '#contract';
import { ROOT } from './support/built-host.ts';
import { fakeTelegram, TELEGRAM_TOKEN } from './support/fake-telegram.ts';
import { firstOf, joinHost } from './support/joined-host.ts';
import { scriptedAnthropicServer } from './support/scripted-anthropic-server.ts';
import { type Script, scriptedModelServer } from './support/scripted-model-server.ts';
import { sigmaCommand } from './support/sigma-service.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const run = promisify(execFile);

/** A home with one profile and an agent's folder; what a test starts in it ends with it. */
async function box(replies: readonly Script[], profile?: string) {
  const folder = await temporaryFolder();
  const model = await scriptedModelServer(replies);
  const home = folder.path;
  const workspace = join(home, 'agent');
  await mkdir(join(workspace, 'tools'), { recursive: true });
  const answers = profile ?? `{baseurl: '${model.baseUrl}', key: k, model: m}`;
  await writeFile(join(home, '.phishell.yaml'), `default: A\nprofiles:\n  A: ${answers}\n`, { mode: 0o600 });
  return {
    home,
    workspace,
    model,
    socket: join(home, 's.sock'),
    at: (name: string) => join(home, name),
    sigma: (...args: readonly string[]) => sigmaCommand(args, home),
    join: () => joinHost(join(home, 'data')),
    [Symbol.asyncDispose]: async () => {
      await model[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function ask(socket: string, content: string): Promise<string> {
  const body = JSON.stringify({ messages: [{ role: 'user', content }] });
  const to = ['--unix-socket', socket, 'http://localhost/v1/chat/completions'];
  const { stdout } = await run('curl', ['-sS', '--max-time', '60', ...to, '-d', body]);
  const answer = JSON.parse(stdout) as { choices?: [{ message: { content: string } }]; error?: { message: string } };
  return answer.choices?.[0].message.content ?? `Error: ${answer.error?.message}`;
}

async function trust(api: Api, path: string): Promise<void> {
  await api.workspaces.open({ path });
  const { hash } = await api.workspaces.review({ path });
  await api.workspaces.trust({ path, hash, network: false });
}

test('curl is answered by psi-session whose call waited for a person in the app, and Activity has the chain', async () => {
  const call = { id: 'c1', tool: 'bash', arguments: { command: 'rm -r old' } };
  await using it = await box([{ calls: [call] }, { text: 'It is gone' }]);
  await cp(join(ROOT, 'resources', 'workspaces', 'bash-only'), it.workspace, { recursive: true });
  await mkdir(join(it.workspace, 'old'));
  await writeFile(join(it.workspace, 'old', 'notes.txt'), 'kept before it goes\n');
  await using service = it.sigma('session', '--workspace', it.workspace, '--channel-socket', it.socket);
  await service.serves();
  using app = await it.join();
  await trust(app.api, it.workspace);

  const answered = ask(it.socket, 'Clean up');
  const waiting = firstOf(app.api.approvals.waiting(), (questions) => questions.length > 0);
  const [question] = await Promise.race([waiting, answered.then((text) => Promise.reject(new Error(text)))]);
  const { id, session, subject } = question ?? { id: '', session: '', subject: { kind: 'none' } };
  expect(subject).toMatchObject({ kind: 'call' });
  await app.api.approvals.decide({ question: id, decision: { verdict: 'allow' } });
  expect(await answered).toBe('It is gone');
  await expect(stat(join(it.workspace, 'old'))).rejects.toThrow('ENOENT');

  const { events } = await app.api.activity.query({ session });
  const last = events.find(({ type, data }) => type === 'llm.replied' && data.text === 'It is gone');
  const { causes } = await app.api.activity.chain({ session, id: last?.id ?? '' });
  expect(causes.map(({ type }) => type)).toEqual([
    ...['message.queued', 'message.user', 'prompt.rendered', 'llm.requested', 'llm.replied'],
    ...['approval.asked', 'approval.decided', 'tool.called', 'tool.returned', 'llm.requested', 'llm.replied'],
  ]);
  expect(causes[0]?.data).toMatchObject({ text: 'Clean up', from: { kind: 'socket' } });
});

test('a schedule fires by the clock under sigma serve, without a window, and lands in the inbox', async () => {
  await using it = await box(Array.from({ length: 60 }, () => ({ text: 'Ticked\nand more' })));
  const task = join(it.workspace, 'schedules', 'tick');
  await mkdir(task, { recursive: true });
  await writeFile(join(task, 'TASK.md'), '---\nname: tick\ncron: "* * * * * *"\n---\n\nTick.\n');
  await using service = it.sigma('serve');
  await service.serves();
  using app = await it.join();
  await trust(app.api, it.workspace);
  const [tick] = await firstOf(app.api.schedules.changed(), (tasks) => tasks.some(({ state }) => state === 'off'));
  if (!tick) throw new Error('The task is not there');
  expect(tick).toMatchObject({ name: 'tick', state: 'off', cron: '* * * * * *' });
  await app.api.schedules.enable(tick);
  const { runs } = await firstOf(app.api.schedules.inbox({}), (inbox) =>
    inbox.runs.some(({ state }) => state === 'done'),
  );
  await app.api.schedules.pause(tick);
  const done = runs.find(({ state }) => state === 'done');
  expect(done).toMatchObject({ name: 'tick', by: 'time', line: 'Ticked', isRead: false });
  expect((done?.plannedAt ?? 1) % 1000).toBe(0);
  expect(done?.startedAt).toBeGreaterThanOrEqual(done?.plannedAt ?? Number.NaN);
  const { answer } = await firstOf(app.api.schedules.run({ run: done?.id ?? '' }), () => true);
  expect(answer).toBe('Ticked\nand more');
});

test('over Telegram the person on the list is answered, a stranger is not, and both come back after a restart', async () => {
  await using it = await box([{ text: 'Good day' }, { text: 'Here again' }]);
  await using telegram = await fakeTelegram();
  const serve = async () => {
    const service = it.sigma('serve');
    await service.serves();
    return service;
  };
  const first = await serve();
  try {
    using app = await it.join();
    await app.api.keychain.choose({ store: 'file', passphrase: 'of a test only' });
    await trust(app.api, it.workspace);
    await app.api.sockets.start({ workspace: it.workspace, isKept: true });
    const people = { allowed: ['11'], approvers: [] };
    const service = { kind: 'telegram', apiRoot: telegram.root, streams: true } as const;
    const { id } = await app.api.channels.add({
      workspace: it.workspace,
      ...people,
      ...service,
      token: TELEGRAM_TOKEN,
    });
    await app.api.channels.start({ id });
    telegram.write(99, 'Let me in');
    telegram.write(11, 'Hello');
    await expect.poll(() => telegram.shown('11').map(({ text }) => text), { timeout: 30_000 }).toEqual(['Good day']);
    expect(telegram.shown('99')).toEqual([]);
    expect(it.model.completions).toHaveLength(1);
    const log = (await app.api.app.log({ lines: 500 })).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(log.filter(({ event }) => event === 'channel.stranger-refused')).toMatchObject([{ person: '99' }]);
    const [channel] = await firstOf(app.api.channels.changed(), () => true);
    expect(channel).toMatchObject({ state: 'on', refused: 1, strangers: [{ person: '99' }] });
  } finally {
    await using stop = it.sigma('stop');
    expect(await stop.ended).toBe(0);
    expect(await first.ended).toBe(0);
  }

  await using _second = await serve();
  using app = await it.join();
  await app.api.keychain.unlock({ passphrase: 'of a test only' });
  await firstOf(app.api.sockets.changed(), (sockets) => sockets.some(({ state }) => state === 'on'));
  await firstOf(app.api.channels.changed(), (channels) => channels.some(({ state }) => state === 'on'));
  telegram.write(11, 'Are you there?');
  await expect
    .poll(() => telegram.shown('11').map(({ text }) => text), { timeout: 30_000 })
    .toEqual(['Good day', 'Here again']);
  // It is the conversation of before.
  expect(it.model.completions[1]?.body).toMatchObject({
    messages: expect.arrayContaining([expect.objectContaining({ role: 'assistant', content: 'Good day' })]),
  });
});

test('sigma ai openai answers in place of the workspace’s profile, by --ai-socket', async () => {
  await using it = await box(
    [{ text: 'From behind the socket' }],
    "{baseurl: 'http://127.0.0.1:9/v1', key: k, model: m}",
  );
  const ai = it.at('ai.sock');
  await using service = it.sigma(
    ...['ai', 'openai', '--session-socket', ai, '--base-url', it.model.baseUrl],
    ...['--model', 'behind', '--api-key', 'key-0123456789'],
  );
  await service.serves();
  await using session = it.sigma(
    ...['session', '--workspace', it.workspace, '--channel-socket', it.socket, '--ai-socket', ai],
  );
  await session.serves();
  expect(await ask(it.socket, 'Hello')).toBe('From behind the socket');
  expect(it.model.completions[0]).toMatchObject({
    headers: { authorization: 'Bearer key-0123456789' },
    body: { model: 'behind' },
  });
});

test('sigma ai anthropic answers through a unix: profile, calls and all', async () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'none_such', input: {} };
  await using claude = await scriptedAnthropicServer([
    { content: [{ type: 'text', text: 'Let me see' }, call] },
    { content: [{ type: 'text', text: 'Seen' }] },
  ]);
  const socketFolder = await temporaryFolder();
  const ai = join(socketFolder.path, 'ai.sock');
  await using it = await box([], `{baseurl: 'unix:${ai}', model: session}`);
  await using service = it.sigma(
    ...['ai', 'anthropic', '--session-socket', ai, '--base-url', claude.baseUrl],
    ...['--model', 'claude-behind', '--api-key', 'key-0123456789'],
  );
  await service.serves();
  await using session = it.sigma(
    ...['session', '--workspace', it.workspace, '--channel-socket', it.socket, '--approve', 'refuse'],
  );
  await session.serves();
  expect(await ask(it.socket, 'Hello')).toBe('Seen');
  expect(claude.asked.map(({ headers, body }) => [headers['x-api-key'], body.model])).toEqual([
    ['key-0123456789', 'claude-behind'],
    ['key-0123456789', 'claude-behind'],
  ]);
  expect(claude.asked[1]?.body.messages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ content: [expect.objectContaining({ type: 'tool_result', tool_use_id: 'toolu_1' })] }),
    ]),
  );
  await socketFolder[Symbol.asyncDispose]();
});

test('a history file that is none is refused and left as it is; a good one is gone on with and written whole', async () => {
  await using it = await box([{ text: 'Forty-two' }]);
  const file = it.at('history.json');
  const args = ['session', '--workspace', it.workspace, '--channel-socket', it.socket, '--history-file', file];
  const lonely = [
    { role: 'user', content: 'Hi' },
    { role: 'tool', tool_call_id: 'none', content: 'r' },
  ];
  for (const text of ['{half', '{"role":"user"}', JSON.stringify(lonely)]) {
    await writeFile(file, text);
    await using refused = it.sigma(...args);
    expect(await refused.ended).toBe(1);
    expect(refused.said.stderr).toMatch(/^The history file \S+ cannot be used: .*left as it is/s);
    expect(await readFile(file, 'utf8')).toBe(text);
  }

  const before = [
    { role: 'user', content: 'Remember 42' },
    { role: 'assistant', content: 'I do' },
  ];
  await writeFile(file, JSON.stringify(before));
  await using service = it.sigma(...args);
  await service.serves();
  expect(await ask(it.socket, 'Which number?')).toBe('Forty-two');
  expect(it.model.completions[0]?.body).toMatchObject({ messages: expect.arrayContaining(before) });
  const whole = [...before, { role: 'user', content: 'Which number?' }, { role: 'assistant', content: 'Forty-two' }];
  await expect.poll(async () => JSON.parse(await readFile(file, 'utf8')) as unknown).toEqual(whole);
  expect(await readFile(file, 'utf8')).toBe(`${JSON.stringify(whole, undefined, 2)}\n`);
});
