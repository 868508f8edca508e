import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, fails, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench } from '../chat-workbench.ts';

const allow = () => ({ verdict: 'allow' }) as const;

test('a message and its reply are on the ledger, and in the list and the conversation', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('Hello there')]) });
  const session = await bench.session();

  await bench.turn(session, 'Say hello');

  const types = (await bench.events(session)).map((event) => event.type);
  const turn = ['message.user', 'session.renamed', 'prompt.rendered', 'llm.requested', 'llm.replied', 'turn.ended'];
  expect(types).toEqual(['session.created', ...turn]);
  expect(await bench.items(session)).toMatchObject([
    { kind: 'user', text: 'Say hello' },
    { kind: 'assistant', text: 'Hello there', state: 'complete', canRetry: false, usage: { total: 15 } },
  ]);
});

test('the message is on disk before the model is asked', async () => {
  const seen: string[] = [];
  const client = scriptedClient([
    async function* () {
      seen.push(...(await bench.events(session)).map((event) => event.type));
      yield* says('ok');
    },
  ]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();

  await bench.turn(session, 'go');

  expect(seen).toContain('message.user');
  expect(seen).toContain('llm.requested');
});

test('the model is sent the system message, the history and the results of its calls', async () => {
  const client = scriptedClient([calls(call('look', { a: 1 })), says('Seen'), says('Again')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('look')], answer: allow });
  const session = await bench.session();

  await bench.turn(session, 'look');
  await bench.turn(session, 'again');

  const [system, ...rest] = client.requests[2]?.messages ?? [];
  expect(rest).toEqual([
    { role: 'user', text: 'look' },
    { role: 'assistant', text: '', calls: [{ callId: 'call-look', tool: 'look', arguments: '{"a":1}' }] },
    { role: 'tool', callId: 'call-look', content: 'look ran' },
    { role: 'assistant', text: 'Seen', calls: [] },
    { role: 'user', text: 'again' },
  ]);
  expect(system).toMatchObject({ role: 'system', text: expect.stringContaining(bench.workspace) });
  expect(client.requests[0]?.tools).toEqual([
    { name: 'look', description: 'Does look', parameters: { type: 'object', properties: {} } },
  ]);
});

test('the system message is recorded once, not for every turn', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('a'), says('b')]) });
  const session = await bench.session();

  await bench.turn(session, 'one');
  await bench.turn(session, 'two');

  const rendered = (await bench.events(session)).filter((event) => event.type === 'prompt.rendered');
  expect(rendered).toHaveLength(1);
  expect(rendered[0]?.data).toMatchObject({ template: 'sigma:system', text: expect.stringContaining('Sigma Shell') });
});

test('from an effect the causes lead back to the message of the person', async () => {
  const client = scriptedClient([calls(call('look')), calls(call('touch')), says('done')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('look'), plainTool('touch')], answer: allow });
  const session = await bench.session();
  await bench.turn(session, 'go');

  const events = await bench.events(session);
  const byId = new Map(events.map((event) => [event.id, event]));
  const walk: string[] = [];
  for (let at = events.findLast((event) => event.type === 'tool.returned'); at; at = byId.get(at.cause ?? '')) {
    walk.push(at.type);
  }

  const oneCall = [
    'tool.returned',
    'tool.called',
    'approval.decided',
    'approval.asked',
    'llm.replied',
    'llm.requested',
  ];
  expect(walk).toEqual([...oneCall, ...oneCall, 'prompt.rendered', 'message.user']);
});

test('calls run in order, and after one that failed the rest are answered without being run', async () => {
  const bad = plainTool('bad', { run: async () => ({ outcome: 'failed', content: 'exit 1' }) });
  const good = plainTool('good');
  const client = scriptedClient([
    calls(call('good', {}, 'a'), call('bad', {}, 'b'), call('good', {}, 'c')),
    says('ok'),
  ]);
  await using bench = await chatWorkbench({ client, tools: [good, bad], answer: allow });
  const session = await bench.session();

  await bench.turn(session, 'go');

  expect(good.runs).toHaveLength(1);
  const results = client.requests[1]?.messages.filter((message) => message.role === 'tool');
  expect(results).toMatchObject([
    { callId: 'a', content: 'good ran' },
    { callId: 'b', content: 'exit 1' },
    { callId: 'c', content: 'Not run: a previous operation of the same reply could not be completed.' },
  ]);
  const states = (await bench.items(session)).map((item) => ('state' in item ? item.state : item.kind));
  expect(states).toEqual(['user', 'complete', 'done', 'failed', 'skipped', 'complete']);
});

test('the reason of a refusal reaches the model, and the rest of the reply is skipped', async () => {
  const tool = plainTool('look');
  const client = scriptedClient([calls(call('look', {}, 'a'), call('look', {}, 'b')), says('understood')]);
  const answer = () => ({ verdict: 'refuse', reason: 'use the other file' }) as const;
  await using bench = await chatWorkbench({ client, tools: [tool], answer });
  const session = await bench.session();

  await bench.turn(session, 'go');

  expect(tool.runs).toEqual([]);
  const results = client.requests[1]?.messages.filter((message) => message.role === 'tool');
  expect(results).toMatchObject([
    { content: expect.stringContaining('use the other file') },
    { content: expect.stringContaining('Not run') },
  ]);
  const items = await bench.items(session);
  expect(items.find((item) => item.kind === 'tool')).toMatchObject({
    state: 'refused',
    decision: 'Refused by you: use the other file',
  });
});

test('the card of a call says what was decided: a command that was edited, hunks that were taken', async () => {
  const subject = { kind: 'change', proposal: 'p', path: '/a', shownPath: 'a' } as const;
  const counts = { isNew: false, addedLines: 1, removedLines: 0 };
  const edit = plainTool('edit', { subject: () => ({ ...subject, ...counts }) });
  const execute = plainTool('execute_command');
  const client = scriptedClient([
    calls(call('execute_command', { command_line: 'rm x' }, 'a'), call('edit', {}, 'b')),
    says('done'),
  ]);
  await using bench = await chatWorkbench({
    client,
    tools: [edit, execute],
    answer: (question) =>
      question.tool === 'edit'
        ? { verdict: 'allow', change: { revision: 2, accepted: [1, 3] } }
        : { verdict: 'allow', command: 'rm -i x', note: 'with care' },
  });
  const session = await bench.session();

  await bench.turn(session, 'go');

  const tools = (await bench.items(session)).filter((item) => item.kind === 'tool');
  expect(tools).toMatchObject([
    { decision: 'Allowed by you (edited): with care', ran: 'rm -i x', command: { command: 'rm -i x' } },
    { decision: 'Allowed by you (hunks 1, 3 of revision 2)' },
  ]);
});

test('a turn that has used its rounds asks, goes on for as many again, and ends when refused', async () => {
  const client = scriptedClient(Array.from({ length: 9 }, (_, index) => calls(call('look', {}, `c${index}`))));
  let rounds = 0;
  await using bench = await chatWorkbench({
    client,
    tools: [plainTool('look')],
    maxRounds: 2,
    answer: ({ subject }) => {
      if (subject.kind !== 'rounds') return { verdict: 'allow' };
      rounds += 1;
      return rounds === 1 ? { verdict: 'allow' } : { verdict: 'refuse', reason: 'enough' };
    },
  });
  const session = await bench.session();

  await bench.turn(session, 'go');

  expect(client.requests).toHaveLength(4);
  const notices = (await bench.items(session)).filter((item) => item.kind === 'notice');
  expect(notices.map((notice) => notice.kind === 'notice' && notice.text)).toEqual([
    'The model has replied 2 times in this turn and wants to go on. It went on',
    'The model has replied 4 times in this turn and wants to go on. It was ended here: enough',
  ]);
});

test('a reply that breaks off keeps what came; asked again, the model is not sent it', async () => {
  const client = scriptedClient([
    [{ type: 'text', text: 'Half of an ans' }, fails('broken-off', 'connection lost')],
    says('The whole answer'),
  ]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.turn(session, 'ask');
  expect((await bench.items(session))[1]).toMatchObject({
    text: 'Half of an ans',
    state: 'interrupted',
    note: 'connection lost',
    canRetry: true,
  });

  await bench.app.api.retry({ session });
  await bench.idle();

  expect(client.requests[1]?.messages).toEqual(client.requests[0]?.messages);
  expect((await bench.items(session)).slice(1)).toMatchObject([
    { text: 'Half of an ans', state: 'interrupted', canRetry: false },
    { text: 'The whole answer', state: 'complete' },
  ]);
});

test('there is nothing to retry after a reply that was whole', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('ok')]) });
  const session = await bench.session();
  await expect(bench.app.api.retry({ session })).rejects.toMatchObject({ code: 'CONFLICT' });

  await bench.turn(session, 'go');

  await expect(bench.app.api.retry({ session })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('an empty reply says so, can be asked for again, and is not sent to the model', async () => {
  const client = scriptedClient([says(' '), says('words')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.turn(session, 'go');
  expect((await bench.items(session))[1]).toMatchObject({ note: 'The model sent an empty reply', canRetry: true });

  await bench.app.api.retry({ session });
  await bench.idle();

  expect(client.requests[1]?.messages).toEqual(client.requests[0]?.messages);
});

test.each([
  ['length', {}, 'Cut off at the length limit'],
  ['content-filter', {}, 'Ended by the content filter'],
  ['stop', { refusal: 'I cannot help with that' }, undefined],
] as const)('a reply that ends by %s shows why', async (finish, more, note) => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('part', { finish, ...more })]) });
  const session = await bench.session();

  await bench.turn(session, 'go');

  const item = (await bench.items(session))[1];
  expect(item).toMatchObject({ text: 'part', state: 'complete', ...more });
  expect(item?.kind === 'assistant' && item.note?.slice(0, note?.length)).toBe(note);
});

test.each([
  ['length', 'cut off at the length limit'],
  ['content-filter', 'content filter'],
] as const)('of a reply that %s ended no call is run, and the model may try again', async (finish, why) => {
  const tool = plainTool('look');
  const client = scriptedClient([says('', { calls: [call('look')], finish }), says('shorter')]);
  await using bench = await chatWorkbench({ client, tools: [tool], answer: allow });
  const session = await bench.session();

  await bench.turn(session, 'go');

  expect(tool.runs).toEqual([]);
  expect(client.requests[1]?.messages.at(-1)).toMatchObject({ content: expect.stringContaining(why) });
});

test('calls that share an id, or have none, are told apart', async () => {
  const client = scriptedClient([
    calls(call('look', { n: 1 }, 'x'), call('look', { n: 2 }, 'x'), call('look', { n: 3 }, '')),
    calls(call('look', { n: 4 }, 'x')),
    says('done'),
  ]);
  const tool = plainTool('look');
  await using bench = await chatWorkbench({ client, tools: [tool], answer: allow });
  const session = await bench.session();

  await bench.turn(session, 'go');

  expect(tool.runs).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  const ids = client.requests[2]?.messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
  expect(new Set(ids).size).toBe(4);
  const tools = (await bench.items(session)).filter((item) => item.kind === 'tool');
  expect(tools.map((item) => item.kind === 'tool' && item.state)).toEqual(['done', 'done', 'done', 'done']);
});

test('arguments that were not JSON go back to the server inside JSON', async () => {
  const client = scriptedClient([calls(call('look', '{"a": tru')), says('sorry')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('look')], answer: allow });
  const session = await bench.session();

  await bench.turn(session, 'go');

  const reply = client.requests[1]?.messages.find((message) => message.role === 'assistant');
  expect(reply).toMatchObject({ calls: [{ arguments: '{"not_an_object":"{\\"a\\": tru"}' }] });
  const tool = (await bench.items(session)).find((item) => item.kind === 'tool');
  expect(tool).toMatchObject({ state: 'invalid', sent: '{"a": tru' });
});

test('a client that throws is a failed reply, not the end of the session', async () => {
  const client = scriptedClient([
    // biome-ignore lint/correctness/useYield: it is to fail before it says anything
    async function* () {
      throw new Error('bug in the client');
    },
    says('fine again'),
  ]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();

  await bench.turn(session, 'one');
  await bench.turn(session, 'two');

  expect((await bench.items(session)).filter((item) => item.kind === 'assistant')).toMatchObject([
    { state: 'failed', note: 'bug in the client' },
    { state: 'complete', text: 'fine again' },
  ]);
});

test('calls that follow each other and are reviewed together are asked about at once; another call ends the group', async () => {
  const order: string[] = [];
  const tool = (name: string) => ({
    ...plainTool(name, {
      run: async () => {
        order.push(`ran ${name}`);
        return { outcome: 'done' as const, content: '' };
      },
    }),
    ...(name === 'look' ? {} : { isReviewedTogether: true as const }),
  });
  const reply = calls(call('a', {}), call('b', {}), call('look', {}), call('b', {}, 'again'));
  await using bench = await chatWorkbench({
    client: scriptedClient([reply, says('ok')]),
    tools: [tool('a'), tool('b'), tool('look')],
    answer: ({ tool: name, group }) => {
      order.push(`asked ${name}${group ? ` ${group.index + 1} of ${group.count}` : ''}`);
      return { verdict: 'allow' };
    },
  });
  const session = await bench.session();

  await bench.turn(session, 'go');

  expect(order).toEqual([
    'asked a 1 of 2',
    'asked b 2 of 2',
    'ran a',
    'ran b',
    'asked look',
    'ran look',
    'asked b',
    'ran b',
  ]);
});

test('a turn whose agent cannot be loaded ends as failed and says why, since its message is on the record', async () => {
  const agentOf = () => Promise.reject(new AppError('UNAVAILABLE', 'The folder is gone'));
  await using bench = await chatWorkbench({ client: scriptedClient([]), agentOf });
  const session = await bench.session();

  await bench.turn(session, 'go');

  expect((await bench.events(session)).at(-1)).toMatchObject({ type: 'turn.ended', data: { outcome: 'failed' } });
  expect(await bench.items(session)).toMatchObject([
    { kind: 'user', text: 'go' },
    { kind: 'notice', level: 'error', text: 'The folder is gone' },
  ]);
});
