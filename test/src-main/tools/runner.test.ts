import { expect, test } from 'vitest';
import { createRunner, type Policy, type PolicyRequest, ToolError } from '#tools';
import { plainPolicy } from '../../support/plain-policy.ts';
import { commandSubject, plainTool, sourceOf } from '../../support/plain-tool.ts';
import { call } from '../../support/scripted-client.ts';
import { askEverything } from '../../support/unruled.ts';
import { runnerWorkbench, SESSION } from './runner-workbench.ts';

const repairing = () => ({
  arguments: { command_line: 'ls' },
  repairs: [{ rule: 'alias', text: 'cmd is command_line' }],
});

test('a call leaves a chain of causes from its effect back to the reply', async () => {
  const tool = plainTool('look', {
    run: async (_, { record }) => {
      await record('change.undone', { change: 'x', path: '/a', forced: false });
      return { outcome: 'done', content: 'looked' };
    },
  });
  await using bench = await runnerWorkbench({ tools: [tool], guard: repairing });

  const context = await bench.context();
  const result = await bench.runner.run(call('look', { cmd: 'ls' }, 'c1'), context);

  expect(result).toEqual({ callId: 'c1', tool: 'look', content: 'looked', outcome: 'done' });
  const events = await bench.events();
  const byType = new Map(events.map((event) => [event.type, event]));
  const chain = ['change.undone', 'tool.called', 'approval.decided', 'approval.asked', 'call.repaired'];
  const causes = chain.map((type) => byType.get(type)?.cause);
  expect(causes).toEqual([...chain.slice(1).map((type) => byType.get(type)?.id), context.cause]);
  expect(byType.get('tool.returned')?.cause).toBe(byType.get('tool.called')?.id);
  expect(new Set(events.map((event) => event.turn))).toEqual(new Set(['turn-1']));
});

test('the decision and the start are on disk when the tool runs, the question when it is asked', async () => {
  let seen = '';
  let asked = '';
  const tool = plainTool('look', {
    run: async () => {
      seen = await bench.file();
      return { outcome: 'done', content: '' };
    },
  });
  await using bench = await runnerWorkbench({
    tools: [tool],
    answer: async () => {
      asked = await bench.file();
      return { verdict: 'allow' };
    },
  });

  await bench.runner.run(call('look'), await bench.context());

  expect(asked).toContain('"type":"approval.asked"');
  expect(asked).not.toContain('"type":"approval.decided"');
  expect(seen).toContain('"type":"approval.decided"');
  expect(seen).toContain('"type":"tool.called"');
  expect(seen).not.toContain('"type":"tool.returned"');
});

test('the question says everything a person needs to answer it', async () => {
  await using bench = await runnerWorkbench({ tools: [plainTool('look')], guard: repairing });

  await bench.runner.run(call('look', '{ "cmd":"ls" }', 'c1'), await bench.context());

  expect(bench.questions).toEqual([
    {
      id: expect.any(String),
      session: SESSION,
      sessionTitle: 'A session',
      callId: 'c1',
      tool: 'look',
      at: expect.any(Number),
      subject: commandSubject('ls'),
      why: 'Every tool call asks while no rules are set',
      workspace: '/home/me',
      isOutside: false,
      warnings: [],
      repairs: [{ rule: 'alias', text: 'cmd is command_line' }],
      sent: '{ "cmd":"ls" }',
      judgement: expect.objectContaining({ verdict: 'ask' }),
    },
  ]);
});

test.each([
  ['{"a": tru', 'are not JSON'],
  ['[1]', 'a JSON list'],
  ['null', 'the JSON value null'],
  ['"text"', 'one JSON string'],
])('arguments %s come back to the model with what is wrong, and nobody is asked', async (text, said) => {
  const tool = plainTool('look');
  await using bench = await runnerWorkbench({ tools: [tool] });

  const result = await bench.runner.run(call('look', text), await bench.context());

  expect(result.outcome).toBe('invalid');
  expect(result.content).toContain(said);
  expect(result.content).toContain('one JSON object');
  expect([bench.questions, tool.runs]).toEqual([[], []]);
  expect(await bench.types()).toEqual(['tool.returned']);
});

test('a name that is given twice is refused by name, and nobody is asked', async () => {
  const tool = plainTool('look');
  await using bench = await runnerWorkbench({ tools: [tool] });
  const result = await bench.runner.run(call('look', '{"path": "a", "p\\u0061th": "b"}'), await bench.context());
  expect(result.outcome).toBe('invalid');
  expect(result.content).toBe(
    'The arguments of look give "path" twice. Nothing was run. Send the call again with each name once.',
  );
  expect([bench.questions, tool.runs]).toEqual([[], []]);
});

test('an empty text is a call without arguments', async () => {
  const tool = plainTool('look');
  await using bench = await runnerWorkbench({ tools: [tool] });

  await bench.runner.run(call('look', ''), await bench.context());

  expect(tool.runs).toEqual([{}]);
});

test('the guard may mend a text that is not JSON', async () => {
  const tool = plainTool('look');
  const guard = ({ arguments: given }: { arguments: unknown }) => ({ arguments: { was: given }, repairs: [] });
  await using bench = await runnerWorkbench({ tools: [tool], guard });

  await bench.runner.run(call('look', '{broken'), await bench.context());

  expect(tool.runs).toEqual([{ was: '{broken' }]);
});

test('an unknown tool is answered with the names of those there are', async () => {
  await using bench = await runnerWorkbench({ tools: [plainTool('look'), plainTool('touch')] });

  const result = await bench.runner.run(call('lok'), await bench.context());

  expect(result.outcome).toBe('invalid');
  expect(result.content).toContain('The tools are: look, touch.');
});

test('a plan that cannot be made is told to the model in its words, and nobody is asked', async () => {
  const tool = { ...plainTool('look'), plan: async () => Promise.reject(new ToolError('path: no such file')) };
  await using bench = await runnerWorkbench({ tools: [tool] });

  const result = await bench.runner.run(call('look'), await bench.context());

  expect(result).toMatchObject({ outcome: 'invalid', content: 'path: no such file' });
  expect(bench.questions).toEqual([]);
});

test.each([
  ['too dangerous', 'Their reason: too dangerous'],
  [undefined, 'They gave no reason.'],
])('a refusal with the reason %s reaches the model and the record, and nothing runs', async (reason, told) => {
  const tool = plainTool('look');
  const answer = () => ({ verdict: 'refuse', ...(reason && { reason }) }) as const;
  await using bench = await runnerWorkbench({ tools: [tool], answer });

  const result = await bench.runner.run(call('look'), await bench.context());

  expect(result.outcome).toBe('refused');
  expect(result.content).toContain(told);
  expect([tool.runs, tool.abandoned]).toEqual([[], ['refused']]);
  const decided = (await bench.events()).find((event) => event.type === 'approval.decided');
  expect(decided?.data).toMatchObject({ by: 'person', verdict: 'refuse', ...(reason && { reason }) });
});

test('an edited command runs as edited; the record and the model say so', async () => {
  const allowedCommands: unknown[] = [];
  const tool = plainTool('execute', {
    run: async ({ command }) => {
      allowedCommands.push(command);
      return { outcome: 'done', content: 'ok' };
    },
  });
  const answer = () => ({ verdict: 'allow', command: 'ls -l', note: 'be careful' }) as const;
  await using bench = await runnerWorkbench({ tools: [tool], answer });

  const result = await bench.runner.run(call('execute', { command_line: 'rm x' }), await bench.context());

  expect(allowedCommands).toEqual(['ls -l']);
  expect(result.content).toBe(
    'The person changed the command. What ran: ls -l\n\nok\n\nNote from the person: be careful',
  );
  const events = await bench.events();
  expect(events.find((event) => event.type === 'approval.decided')?.data).toMatchObject({ edited: 'ls -l' });
  expect(events.find((event) => event.type === 'tool.called')?.data).toMatchObject({
    arguments: { command_line: 'ls -l' },
  });
});

test('the hunks that were accepted are on the record and reach the tool', async () => {
  const seen: unknown[] = [];
  const tool = plainTool('edit', {
    subject: () => ({
      kind: 'change',
      proposal: 'p',
      path: '/a',
      shownPath: 'a',
      isNew: false,
      addedLines: 1,
      removedLines: 1,
    }),
    run: async (allowed) => {
      seen.push(allowed.change);
      return { outcome: 'done', content: 'hunk 2 was left out' };
    },
  });
  const change = { revision: 3, accepted: [1, 3] };
  await using bench = await runnerWorkbench({ tools: [tool], answer: () => ({ verdict: 'allow', change }) });

  const result = await bench.runner.run(call('edit'), await bench.context());

  expect(seen).toEqual([change]);
  expect(result).toMatchObject({ outcome: 'done', content: 'hunk 2 was left out' });
  const decided = (await bench.events()).find((event) => event.type === 'approval.decided');
  expect(decided?.data).toMatchObject({ edited: 'hunks 1, 3 of revision 3' });
});

test('a rule that allows runs without a question, and one that denies says which it was', async () => {
  const tool = plainTool('look');
  const policy = plainPolicy((subject) =>
    subject.kind === 'command' && subject.command === 'ls'
      ? { verdict: 'allow', rule: 'reading', why: 'ls only reads' }
      : { verdict: 'deny', rule: 'bans', why: 'It deletes.' },
  );
  await using bench = await runnerWorkbench({ tools: [tool], policy });

  const allowed = await bench.runner.run(call('look', { command_line: 'ls' }, 'a'), await bench.context());
  const denied = await bench.runner.run(call('look', { command_line: 'rm' }, 'b'), await bench.context());

  expect(allowed.outcome).toBe('done');
  expect(denied).toMatchObject({ outcome: 'refused', content: 'Not run: the rule "bans" forbids it. It deletes.' });
  expect(bench.questions).toEqual([]);
  const decided = (await bench.events()).filter((event) => event.type === 'approval.decided');
  expect(decided.map(({ data }) => data)).toMatchObject([
    { by: 'rule', rule: 'reading', verdict: 'allow' },
    { by: 'rule', rule: 'bans', verdict: 'refuse' },
  ]);
});

test("a person's edit does not get a command past a ban", async () => {
  const tool = plainTool('execute');
  const policy = plainPolicy((subject) =>
    subject.kind === 'command' && subject.command.startsWith('rm')
      ? { verdict: 'deny', rule: 'bans', why: 'It deletes.' }
      : { verdict: 'ask', why: 'no rule' },
  );
  const answer = () => ({ verdict: 'allow', command: 'rm -rf /' }) as const;
  await using bench = await runnerWorkbench({ tools: [tool], policy, answer });

  const result = await bench.runner.run(call('execute', { command_line: 'ls' }), await bench.context());

  expect(result.outcome).toBe('refused');
  expect(tool.runs).toEqual([]);
});

test('what the policy made of a call is on the question, and on the record with whoever decided', async () => {
  const judged = {
    subject: { kind: 'command' },
    isOutside: false,
    workspace: '/home/me',
    mode: 'ask',
    rules: 'a'.repeat(64),
    hasSandbox: false,
    tier: 'default',
  } as const;
  const part = { text: 'ls', verdict: 'ask', tier: 'default', why: 'No rule' } as const;
  const asks = plainPolicy(() => ({ verdict: 'ask', why: 'No rule', parts: [part] }));
  const asked: PolicyRequest[] = [];
  const policy: Policy = async (request) => {
    asked.push(request);
    return { ...(await asks(request)), judged };
  };
  await using bench = await runnerWorkbench({ tools: [plainTool('look')], policy });

  await bench.runner.run(call('look'), await bench.context());

  expect(asked).toMatchObject([{ tool: 'look', session: 'session-1', workspace: '/home/me' }]);
  expect(bench.questions).toMatchObject([{ why: 'No rule', judgement: { verdict: 'ask', parts: [part] } }]);
  const decided = (await bench.events()).find((event) => event.type === 'approval.decided');
  expect(decided?.data).toMatchObject({ by: 'person', judged });
});

test('what a rule allows in the sandbox alone runs there', async () => {
  const seen: unknown[] = [];
  const tool = plainTool('look', {
    run: async (allowed) => {
      seen.push(allowed.sandbox);
      return { outcome: 'done', content: 'read' };
    },
  });
  const policy = plainPolicy(() => ({ verdict: 'allow', why: 'It only reads', sandbox: 'read-only' }));
  await using bench = await runnerWorkbench({ tools: [tool], policy });

  await bench.runner.run(call('look'), await bench.context());

  expect(seen).toEqual(['read-only']);
  expect(bench.questions).toEqual([]);
});

test('two tools of one name are refused when the runner is made', async () => {
  const options = {
    guard: () => ({ arguments: {}, repairs: [] }),
    policy: askEverything,
  };
  const ports = {
    ask: async () => ({ verdict: 'allow' }) as const,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  const sources = [sourceOf(plainTool('look')), sourceOf(plainTool('look'))];

  expect(() => createRunner({ sources, ...options, ...ports })).toThrow('Two tools are called "look"');
});
