import { mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlanContext } from '#tools';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, fails, hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench, until } from '../chat-workbench.ts';

const allow = () => ({ verdict: 'allow' }) as const;

test('the history is shared: the second profile is sent what was said to the first', async () => {
  const [a, b] = [scriptedClient([says('from A')]), scriptedClient([says('from B')])];
  await using bench = await chatWorkbench({
    profiles: [
      { name: 'A', client: a },
      { name: 'B', client: b },
    ],
  });
  const session = await bench.session();
  await bench.turn(session, 'to A', 'A');
  await bench.turn(session, 'to B', 'B');
  expect(b.requests[0]?.messages.slice(1)).toMatchObject([{ text: 'to A' }, { text: 'from A' }, { text: 'to B' }]);
  const assistants = (await bench.items(session)).filter(({ kind }) => kind === 'assistant');
  expect(assistants).toMatchObject([{ profile: 'A' }, { profile: 'B' }]);
});

test('the system message has the first profile’s prompt, whoever answers, and the session’s own order decides', async () => {
  const client = scriptedClient([says('1'), says('2')]);
  const profiles = [
    { name: 'A', client, prompt: 'Answer as A would.' },
    { name: 'B', client, prompt: 'Answer as B would.' },
  ];
  await using bench = await chatWorkbench({ profiles });
  const session = await bench.session();
  await bench.turn(session, 'one', 'B');
  await (await bench.app.ledger.session(session)).append('session.modes', { profiles: ['gone', 'B', 'A'] });
  await bench.turn(session, 'two', 'A');
  const systems = client.requests.map(({ messages: [system] }) => (system && 'text' in system ? system.text : ''));
  expect(systems[0]).toContain('Answer as A would.');
  expect(systems[0]).not.toContain('as B would');
  expect(systems[1]).toContain('Answer as B would.');
});

test('without a name the session’s last profile answers, else the first, and the demo while it is on', async () => {
  const [a, b, demo] = [
    scriptedClient([says('A')]),
    scriptedClient([says('B'), says('B')]),
    scriptedClient([says('D')]),
  ];
  const profiles = [
    { name: 'A', client: a },
    { name: 'B', client: b },
  ];
  await using bench = await chatWorkbench({ profiles });
  const session = await bench.session();
  await bench.turn(session, 'one');
  await bench.turn(session, 'two', 'B');
  await bench.turn(session, 'three');
  await bench.restart({ profiles, client: demo });
  await bench.turn(session, 'four');
  expect([a, b, demo].map(({ requests }) => requests.length)).toEqual([1, 2, 1]);
});

test('a profile that is unknown, or cannot be used, is refused with nothing recorded', async () => {
  const client = scriptedClient([]);
  const profiles = [{ name: 'A', client, problem: 'profile A, context: at least 2000' }];
  await using bench = await chatWorkbench({ profiles });
  const session = await bench.session();
  const { api } = bench.app;
  await expect(api.send({ session, text: 'x', profile: 'Z' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(api.send({ session, text: 'x' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'profile A, context: at least 2000',
  });
  expect((await bench.events(session)).map(({ type }) => type)).toEqual(['session.created']);
});

test('asked again, the profile of the message answers', async () => {
  const [a, b] = [scriptedClient([]), scriptedClient([[fails('server', 'down')], says('B')])];
  await using bench = await chatWorkbench({
    profiles: [
      { name: 'A', client: a },
      { name: 'B', client: b },
    ],
  });
  const session = await bench.session();
  await bench.turn(session, 'one', 'B');
  await bench.app.api.retry({ session });
  await bench.idle();
  expect(b.requests).toHaveLength(2);
});

test('a turn works where the session is, with its variables, from its beginning to its end', async () => {
  const seen: Pick<PlanContext, 'cwd' | 'environment'>[] = [];
  const tool = plainTool('look');
  const looking = {
    ...tool,
    plan: async (args: unknown, context: PlanContext) => {
      seen.push({ cwd: context.cwd, environment: context.environment });
      cwd = '/';
      return tool.plan(args, context);
    },
  };
  const client = scriptedClient([calls(call('look', {}, 'a')), calls(call('look', {}, 'b')), says('ok')]);
  let cwd = '';
  const place = async () => ({ cwd, environment: { CITY: 'Ghent' } });
  await using bench = await chatWorkbench({
    profiles: [{ name: 'p', client }],
    tools: [looking],
    answer: allow,
    place,
  });
  await mkdir(join(bench.workspace, 'real'));
  await symlink(join(bench.workspace, 'real'), join(bench.workspace, 'link'));
  cwd = join(bench.workspace, 'link');
  const real = await realpath(cwd);
  const session = await bench.session();
  await bench.turn(session, 'go');
  expect(seen).toEqual([
    { cwd: real, environment: { CITY: 'Ghent' } },
    { cwd: real, environment: { CITY: 'Ghent' } },
  ]);
  const system = client.requests[0]?.messages[0];
  expect(system && 'text' in system && system.text).toContain(`Working directory: ${real}`);
});

test('a working directory that is gone is named, and nothing is recorded', async () => {
  const place = async () => ({ cwd: '/gone/for/good' });
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client: scriptedClient([]) }], place });
  const session = await bench.session();
  await expect(bench.app.api.send({ session, text: 'x' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    data: { where: '/gone/for/good' },
  });
});

test('files that a message mentions are told after it, and kept with it', async () => {
  const client = scriptedClient([says('ok')]);
  const mentions = async (_: string, text: string) =>
    text.includes('@a')
      ? [
          { written: '@a', path: '/w/a', kind: 'file' as const, size: 3 },
          { written: '@b/', path: '/w/b', kind: 'folder' as const, size: 0 },
        ]
      : [];
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client }], mentions });
  const session = await bench.session();
  await bench.turn(session, 'see @a');
  expect(client.requests[0]?.messages.at(-1)).toEqual({
    role: 'user',
    text: 'see @a\n\nMentioned files (not read yet):\n- @a: /w/a (3 bytes)\n- @b/: /w/b (folder)',
  });
  expect((await bench.items(session))[0]).toMatchObject({ text: 'see @a', mentions: expect.stringContaining('/w/a') });
});

test('the tools are those of the beginning of the turn', async () => {
  const tools = [plainTool('one')];
  const client = scriptedClient([
    async function* () {
      tools.push(plainTool('two'));
      yield* calls(call('two'));
    },
    says('ok'),
    says('ok'),
  ]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client }], tools, answer: allow });
  const session = await bench.session();
  await bench.turn(session, 'go');
  await bench.turn(session, 'again');
  expect(client.requests.map((request) => request.tools.map(({ name }) => name))).toEqual([
    ['one'],
    ['one'],
    ['one', 'two'],
  ]);
  expect(client.requests[1]?.messages.at(-1)).toMatchObject({ content: expect.stringContaining('no tool "two"') });
});

test('a request that waits for its place says so', async () => {
  const client = scriptedClient([
    async function* (signal) {
      yield { type: 'waiting', reason: 'One other request uses profile p' };
      const hanging = hangsAfter('');
      if (typeof hanging === 'function') yield* hanging(signal);
    },
  ]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client }] });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  await until(() => client.requests.length === 1);
  await expect
    .poll(async () => (await bench.items(session))[1])
    .toMatchObject({ state: 'waiting', note: 'One other request uses profile p' });
  await bench.app.api.stop({ session });
});
