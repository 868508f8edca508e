import { expect, test } from 'vitest';
import { plainTool } from '../../support/plain-tool.ts';
import { guardWorkbench } from './guard-workbench.ts';

test('an edit in other words changes the file in the first call, and what was repaired is said', async () => {
  await using bench = await guardWorkbench();
  await bench.put('a.txt', 'one\ntwo\n');
  const args = { file_path: 'a.txt', old_string: 'two', new_string: 'three' };

  const result = await bench.run('edit', args, 'model-a');

  expect(result).toMatchObject({ tool: 'edit_file', outcome: 'done' });
  expect(await bench.text('a.txt')).toBe('one\nthree\n');
  const [repaired, ...more] = await bench.repairs();
  expect(more).toEqual([]);
  expect(repaired?.data).toEqual({
    callId: 'c1',
    tool: 'edit_file',
    model: 'model-a',
    arguments: '{"path":"a.txt","edits":[{"oldText":"two","newText":"three"}]}',
    repairs: [
      { rule: 'tool-alias', text: '"edit" is called edit_file here' },
      { rule: 'path.file_path', text: 'file_path → path' },
      { rule: 'oldText.old_string', text: 'old_string → oldText' },
      { rule: 'newText.new_string', text: 'new_string → newText' },
      { rule: 'edits.pair', text: 'oldText and newText → a list of one edit' },
    ],
  });
  // The person sees the call as the model wrote it, and the model's own call stays as it is.
  expect(bench.questions[0]).toMatchObject({ sent: JSON.stringify(args), repairs: { length: 5 } });
});

test('an edit of path a, which also names a file b, changes a alone; the model is told what was ignored', async () => {
  await using bench = await guardWorkbench();
  await bench.put('a', 'x\n');
  await bench.put('b', 'x\n');

  const result = await bench.run('edit_file', { path: 'a', file: 'b', edits: [{ oldText: 'x', newText: 'y' }] });

  expect([await bench.text('a'), await bench.text('b')]).toEqual(['y\n', 'x\n']);
  expect(result.content).toContain('Of the arguments: file ("b") ignored: path is given.');
  expect((await bench.repairs())[0]?.data).toMatchObject({
    repairs: [{ rule: 'path.file', text: 'file ("b") ignored: path is given' }],
  });
});

test('two spellings that differ are refused with both, before anybody is asked', async () => {
  await using bench = await guardWorkbench();

  const result = await bench.run('write', { file_path: 'a.txt', target: '../b.txt', content: 'x' });

  expect(result).toMatchObject({
    outcome: 'invalid',
    content:
      'Two spellings of path differ: file_path is "a.txt" and target is "../b.txt". Send path alone. Nothing was run.',
  });
  expect(bench.questions).toEqual([]);
  expect(await bench.types()).not.toContain('tool.called');
});

test.each([
  '[{"oldText":"one","newText":"two","newText":"three"}]',
  '{"oldText":"one","newText":"two","newText":"three"}',
])('edits as the text %s, which gives a name twice, are refused, as such arguments are', async (edits) => {
  await using bench = await guardWorkbench();
  await bench.put('a.txt', 'one\n');

  const result = await bench.run('edit_file', { path: 'a.txt', edits });

  expect(result).toMatchObject({ outcome: 'invalid', content: expect.stringContaining('"newText" twice') });
  expect(await bench.text('a.txt')).toBe('one\n');
  expect(bench.questions).toEqual([]);
});

test.each([
  ['offset', '12abc'],
  ['offset', '-5'],
  ['limit', '10.5'],
  ['limit', '20 lines'],
  ['limit', '0x10'],
])('%s %j of a read is refused, not made into another number', async (name, value) => {
  await using bench = await guardWorkbench();
  await bench.put('a.txt', 'one\n');

  const result = await bench.run('read', { path: 'a.txt', [name]: value });

  expect(result.outcome).toBe('invalid');
  expect(result.content).toContain(name);
  expect(bench.questions).toEqual([]);
});

test('the fields by which another guard keeps its state have no effect', async () => {
  const tool = {
    ...plainTool('execute_command'),
    parameters: {
      type: 'object',
      properties: { command_line: { type: 'string' }, working_dir: { type: 'string' } },
      required: ['command_line'],
      additionalProperties: false,
    },
  };
  await using bench = await guardWorkbench({ tools: [tool] });

  const result = await bench.run('bash', {
    command: 'ls',
    _piToolGuardRemoved: ['head'],
    _piToolGuardPipeline: 'touch PWNED',
    _piToolGuardOriginalCommand: 'ls | head',
  });

  expect(tool.runs).toEqual([{ command_line: 'ls' }]);
  expect(bench.questions[0]?.subject).toMatchObject({ kind: 'command', command: 'ls' });
  expect(result.content).toContain('since execute_command does not know it: _piToolGuardRemoved');
  expect((await bench.repairs())[0]?.data).toMatchObject({
    arguments: '{"command_line":"ls"}',
    repairs: [{ rule: 'tool-alias' }, { rule: 'command_line.command' }, { rule: 'unknown-keys' }],
  });
});

test('with the setting off the arguments stay byte for byte those of the model', async () => {
  const tool = plainTool('look');
  await using bench = await guardWorkbench({ settings: { arguments: false }, tools: [tool] });
  const text = '{ "file":"a",  "n": 12345678901234567890, "x": 1.0 }';
  let sent: unknown;
  const plan = tool.plan;
  Object.assign(tool, {
    plan: (args: unknown, context: Parameters<typeof plan>[1]) => {
      sent = context.sent;
      return plan(args, context);
    },
  });

  await bench.run('look', text);
  const edit = await bench.run('edit_file', { file_path: 'a', old_string: 'x', new_string: 'y' });

  expect(sent).toBe(text);
  expect(edit).toMatchObject({ outcome: 'invalid' });
  expect(await bench.repairs()).toEqual([]);
});

test('a repair that is switched off is not made: the call fails its schema as it would have', async () => {
  await using bench = await guardWorkbench();
  await bench.put('a.txt', 'one\n');
  await bench.setRule('path.file_path', false);

  const failed = await bench.run('read_file', { file_path: 'a.txt' });
  const other = await bench.run('read_file', { file: 'a.txt' });
  await bench.setRule('path.file_path', true);
  const again = await bench.run('read_file', { file_path: 'a.txt' });

  expect(failed.outcome).toBe('invalid');
  expect(failed.content).toContain('path');
  expect([other.outcome, again.outcome]).toEqual(['done', 'done']);
  expect(bench.settings().disabled_rules).toEqual([]);
});

test('names that other agents have for our tools can be switched off, too', async () => {
  await using bench = await guardWorkbench();
  await bench.put('a.txt', 'one\n');
  await bench.setRule('tool-alias', false);

  expect(await bench.run('read', { path: 'a.txt' })).toMatchObject({
    outcome: 'invalid',
    content: expect.stringContaining('There is no tool "read"'),
  });
});

test('two repairs that are switched off at once are both off', async () => {
  await using bench = await guardWorkbench();
  await Promise.all([bench.setRule('path.file_path', false), bench.setRule('path.file', false)]);
  expect(bench.settings().disabled_rules).toEqual(['path.file_path', 'path.file']);
});

test('a rule that does not exist cannot be switched off', async () => {
  await using bench = await guardWorkbench();
  await expect(bench.setRule('path.nothing', false)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(bench.settings().disabled_rules).toEqual([]);
});

test('repairs are counted for each model and rule, over the record and as they come', async () => {
  await using bench = await guardWorkbench();
  await bench.put('a.txt', 'one\n');
  await bench.run('read_file', { file: 'a.txt' }, 'model-a');
  const counts = await bench.counts();
  const first = (await counts.next()).value;
  await bench.run('read_file', { file: 'a.txt' }, 'model-a');
  await bench.run('read_file', { file_path: 'a.txt' }, 'model-b');
  await bench.run('read_file', { file: 'a.txt' });

  expect(first).toEqual([{ model: 'model-a', rule: 'path.file', count: 1, last: expect.any(Number) }]);
  await expect.poll(async () => ((await counts.next()).value as readonly unknown[]).length, { timeout: 2000 }).toBe(3);
  const last = await (await bench.counts()).next();
  expect(last.value).toEqual([
    { model: 'model-a', rule: 'path.file', count: 2, last: expect.any(Number) },
    { rule: 'path.file', count: 1, last: expect.any(Number) },
    { model: 'model-b', rule: 'path.file_path', count: 1, last: expect.any(Number) },
  ]);
});

test('numbers keep their digits through a repair, and a call that would lose them is not repaired', async () => {
  const parameters = {
    type: 'object',
    properties: { path: { type: 'string' }, id: { type: 'number' }, other: { type: 'number' } },
    additionalProperties: false,
  };
  const tool = { ...plainTool('look'), parameters };
  await using bench = await guardWorkbench({ tools: [tool] });

  await bench.run('look', '{"file":"12345678901234567890","id":12345678901234567891}');
  const alike = await bench.run('look', '{"file":"a","id":12345678901234567890,"other":12345678901234567891}');

  expect((await bench.repairs())[0]?.data).toMatchObject({
    arguments: '{"id":12345678901234567891,"path":"12345678901234567890"}',
  });
  expect(alike.outcome).toBe('invalid');
});

test('a call that nests without end is refused before anybody walks through it', async () => {
  await using bench = await guardWorkbench();
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  const result = await bench.run('edit_file', `{"file":${deep},"target":${deep}}`);
  const inText = await bench.run('edit_file', { path: 'a', edits: deep });

  expect(result).toMatchObject({ outcome: 'invalid', content: expect.stringContaining('nested deeper') });
  expect(inText.outcome).toBe('invalid');
});

test('with filters switched off every command runs as written', async () => {
  await using bench = await guardWorkbench();
  await using off = await guardWorkbench({ settings: { filters: false } });
  expect(bench.guard.split('ls | head')).toMatchObject({ cleaned: 'ls', removedPipeline: 'head' });
  expect(off.guard.split('ls | head')).toBeUndefined();
});
