import { expect, test } from 'vitest';
import type { Tool, ToolSource } from '#tools';
import { plainTool, sourceOf } from '../../support/plain-tool.ts';
import { call } from '../../support/scripted-client.ts';
import { runnerWorkbench, SESSION } from './runner-workbench.ts';

function changing(...tools: Tool[]): ToolSource & { now: readonly Tool[] } {
  return {
    now: tools,
    isForeign: true,
    tools() {
      return this.now;
    },
  };
}

test('a turn keeps the tools it began with', async () => {
  const source = changing(plainTool('weather'));
  await using bench = await runnerWorkbench({ sources: [source] });
  const frozen = bench.runner.freeze({ session: SESSION, workspace: '/work' });
  source.now = [plainTool('traffic')];

  expect(frozen.tools.map(({ name }) => name)).toEqual(['weather']);
  expect(await frozen.run(call('weather'), await bench.context())).toMatchObject({ outcome: 'done' });
  expect(await frozen.run(call('traffic'), await bench.context())).toMatchObject({ outcome: 'invalid' });
  expect(bench.runner.freeze({ session: SESSION, workspace: '/work' }).tools.map(({ name }) => name)).toEqual([
    'traffic',
  ]);
});

test('a name that comes twice in mid-session leaves the second out, says so once, and never fails a turn', async () => {
  const source = changing(plainTool('weather'));
  const told: string[] = [];
  await using bench = await runnerWorkbench({
    sources: [source, sourceOf(plainTool('execute_command'))],
    onLeftOut: (why) => void told.push(why),
  });
  const [first, second] = [plainTool('weather'), plainTool('weather')];
  source.now = [plainTool('execute_command'), plainTool('bash'), first, second];

  const frozen = bench.runner.freeze({ session: SESSION, workspace: '/work' });
  bench.runner.freeze({ session: SESSION, workspace: '/work' });
  await frozen.run(call('weather'), await bench.context());

  expect(frozen.tools.map(({ name }) => name)).toEqual(['weather', 'execute_command']);
  expect(first.runs.length).toBe(1);
  expect(told).toEqual(
    ['execute_command', 'bash', 'weather'].map((name) => `Two tools are called "${name}"; the second is left out`),
  );
});

test('a source is told which session asks, and in which workspace', async () => {
  const asked: unknown[] = [];
  const source: ToolSource = {
    tools: (scope) => {
      asked.push(scope);
      return [];
    },
  };
  await using bench = await runnerWorkbench({ sources: [source] });
  bench.runner.tools();
  bench.runner.freeze({ session: 's-2', workspace: '/work' });
  expect(asked.slice(-2)).toEqual([undefined, { session: 's-2', workspace: '/work' }]);
});

test.each([
  ['bash', 'execute_command'],
  ['exec_command', 'execute_command'],
  ['edit', 'edit_file'],
  ['write', 'create_or_update_file'],
  ['read', 'read_file'],
])('%s is another name of %s: the call runs, and the record says what was changed', async (alias, own) => {
  const tool = plainTool(own);
  await using bench = await runnerWorkbench({ tools: [tool] });

  const result = await bench.runner.run(call(alias, { path: 'a' }), await bench.context());

  expect(result).toMatchObject({ outcome: 'done', tool: own });
  expect(tool.runs).toEqual([{ path: 'a' }]);
  const [repaired] = await bench.events();
  expect(repaired).toMatchObject({
    type: 'call.repaired',
    data: {
      tool: own,
      arguments: '{"path":"a"}',
      repairs: [{ rule: 'tool-alias', text: `"${alias}" is called ${own} here` }],
    },
  });
  expect(bench.questions[0]?.repairs).toHaveLength(1);
});

test('an alias of a tool that is not there is an unknown tool', async () => {
  await using bench = await runnerWorkbench({ tools: [plainTool('look')] });
  const result = await bench.runner.run(call('bash'), await bench.context());
  expect(result).toMatchObject({ outcome: 'invalid', content: expect.stringContaining('There is no tool "bash"') });
});

const strict = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false };

test('arguments that do not fit the schema are not asked about; the model is told what is wrong', async () => {
  const tool = { ...plainTool('count'), parameters: strict };
  await using bench = await runnerWorkbench({ tools: [tool] });

  const result = await bench.runner.run(call('count', { n: 'three', m: 1 }), await bench.context());

  expect(result.outcome).toBe('invalid');
  expect(result.content).toContain('n: must be integer');
  expect(result.content).toContain('"m" is not known');
  expect(bench.questions).toEqual([]);
  expect(tool.abandoned).toEqual(['cancelled']);
});

test('a tool that explains its arguments better is heard first', async () => {
  const { ToolError } = await import('#tools');
  const tool: Tool = {
    ...plainTool('count'),
    parameters: strict,
    plan: async () => {
      throw new ToolError('n says how many');
    },
  };
  await using bench = await runnerWorkbench({ tools: [tool] });
  expect(await bench.runner.run(call('count', {}), await bench.context())).toMatchObject({
    outcome: 'invalid',
    content: 'n says how many',
  });
});

test('where the schema itself cannot be used, the person is told that nothing was checked', async () => {
  const tool = { ...plainTool('odd'), parameters: { type: 'object', properties: { a: { type: 'odd' } } } };
  await using bench = await runnerWorkbench({ tools: [tool] });
  expect(await bench.runner.run(call('odd', { a: 1 }), await bench.context())).toMatchObject({ outcome: 'done' });
  expect(bench.questions[0]?.warnings[0]?.text).toContain('were not checked');
});

test('arguments nested beyond reason are refused before anything recurses into them', async () => {
  await using bench = await runnerWorkbench({ tools: [plainTool('look')] });
  const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const result = await bench.runner.run(call('look', deep), await bench.context());
  expect(result).toMatchObject({ outcome: 'invalid', content: expect.stringContaining('nested deeper than 200') });
});

test('a plan has the model its own text, so that large numbers keep their digits', async () => {
  let sent = '';
  const plain = plainTool('count');
  const tool: Tool = {
    ...plain,
    plan: async (args, context) => {
      sent = context.sent ?? '';
      return await plain.plan(args, context);
    },
  };
  await using bench = await runnerWorkbench({ tools: [tool] });
  await bench.runner.run(call('count', '{"n": 12345678901234567890}'), await bench.context());
  expect(sent).toBe('{"n": 12345678901234567890}');
});
