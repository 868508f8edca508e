import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { filterProblem } from '#app/start/split-command';
import { createOutputs } from '#execution';
import type { RunContext } from '#tools';
import { commandWorkbench, ENVIRONMENT } from '../../../support/command-workbench.ts';

async function setUp(hasSandbox = true) {
  const it = await commandWorkbench();
  const session = await it.ledger.session('s');
  const outputs = createOutputs({
    ledger: it.ledger,
    redactor: it.ledger.redactor,
    filterProblem,
    sandbox: hasSandbox ? it.sandbox : async () => undefined,
    environment: ENVIRONMENT,
    workspaceOf: async () => it.workspace,
  });
  const client = createRouterClient(outputs.router, {
    context: { reportBug: (error: unknown) => void it.records.push(error as never) },
  });
  const tool = outputs.tools.tools()[0];
  if (!tool) throw new Error('no tool');
  const planContext = {
    session: 's',
    callId: 'c9',
    workspace: it.workspace,
    cwd: it.workspace,
    signal: new AbortController().signal,
  };
  const record: RunContext['record'] = async (type, data) => (await session.append(type, data)).id;
  return {
    ...it,
    client,
    tool,
    ask: async (id: string, filter: string) => {
      const plan = await tool.plan({ id, filter }, planContext);
      return await plan.run({}, { ...planContext, record, onOutput: () => {} });
    },
    /** A command on the ledger, with all that it printed. */
    command: async (callId: string, text: string, durationMs = 5000) => {
      const path = join(it.folder, `spool-${callId}`);
      await writeFile(path, text);
      const spool = await it.ledger.content.keepFile(path);
      const called = await session.append('tool.called', { callId, tool: 'execute_command', arguments: {} });
      const ran = await session.append(
        'command.ran',
        {
          command: 'make',
          cwd: it.workspace,
          exitCode: 0,
          stopReason: 'exit',
          durationMs,
          notWatched: [],
          limits: { timeoutMs: 1, maxOutputBytes: 1 },
          output: 'short',
          outputBytes: spool.size,
          spool: { hash: spool.hash, bytes: spool.size, complete: true },
        },
        { cause: called.id },
      );
      await session.append('tool.returned', { callId, tool: 'execute_command', content: 'told', outcome: 'done' });
      return ran.id;
    },
    append: session.append.bind(session),
    events: async () => {
      const all = [];
      for await (const event of session.read()) all.push(event);
      return all;
    },
    [Symbol.asyncDispose]: async () => {
      await outputs[Symbol.asyncDispose]();
      await it[Symbol.asyncDispose]();
    },
  };
}

const LINES = Array.from({ length: 300_000 }, (_, index) => `line ${index + 1}`).join('\n');

test('a model filters all of what a command printed, without running it again', async () => {
  await using it = await setUp();
  const source = await it.command('call-1', `${LINES}\n`);

  expect(await it.ask('call-1', 'grep 9999 | tail -1')).toEqual({
    outcome: 'done',
    content: '`````\nline 299999\n`````',
  });

  expect((await it.events()).at(-1)).toMatchObject({
    type: 'output.filtered',
    data: { source, filter: 'grep 9999 | tail -1', exitCode: 0, by: 'model', savedMs: 5000, bytes: 12 },
  });
});

test('an output whose bytes are gone is no output without matches', async () => {
  await using it = await setUp();
  const event = await it.command('call-1', `${LINES}\n`);
  await rm(it.ledger.content.folder, { recursive: true });

  const told = await it.ask('call-1', 'grep -c 9999');
  expect(told).toMatchObject({ outcome: 'failed', content: expect.stringContaining('The kept output cannot be read') });
  const asked = it.client.filter({ session: 's', event, filter: 'grep -c 9999' });
  await expect(asked).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect((await it.events()).map(({ type }) => type)).not.toContain('output.filtered');
});

test('a person filters it, told whether it was in the sandbox', async () => {
  await using it = await setUp();
  const event = await it.command('call-1', 'a\nb\n');

  expect(await it.client.filter({ session: 's', event, filter: 'wc -l' })).toMatchObject({
    text: '2\n',
    bytes: 2,
    isCut: false,
    exitCode: 0,
    savedMs: 5000,
    isSandboxed: true,
  });
  expect((await it.events()).at(-1)).toMatchObject({ data: { source: event, by: 'person' } });
});

test('where no sandbox works proven filters run all the same, and the result says so', async () => {
  await using it = await setUp(false);
  await it.command('call-1', 'a\nb\n');

  expect(await it.ask('call-1', 'head -1')).toMatchObject({
    content: expect.stringContaining('No box works here'),
  });
});

test('of several calls with one id it is the newest, by its event it is exactly that one', async () => {
  await using it = await setUp();
  const first = await it.command('call-0', 'first\n');
  await it.command('call-0', 'second\n');

  expect(await it.ask('call-0', 'cat -n | head -1').catch((error: Error) => error.name)).toBe('ToolError');
  expect(await it.ask('call-0', 'head -1')).toMatchObject({ content: '`````\nsecond\n`````' });
  expect(await it.ask(first, 'head -1')).toMatchObject({ content: '`````\nfirst\n`````' });
});

test('results of other tools and what typed lines showed can be filtered, too', async () => {
  await using it = await setUp();
  await it.append('tool.called', { callId: 'call-2', tool: 'weather', arguments: {} });
  const returned = await it.append('tool.returned', {
    callId: 'call-2',
    tool: 'weather',
    content: 'sun\nrain\n',
    outcome: 'done',
  });
  const started = await it.append('console.started', { line: 'ls', cwd: '/', how: 'direct' });
  const ended = await it.append(
    'console.ended',
    { stopReason: 'exit', durationMs: 70, text: 'one\ntwo\n', isTail: false },
    { cause: started.id },
  );

  for (const id of ['call-2', returned.id])
    expect(await it.ask(id, 'tail -1')).toMatchObject({ content: '`````\nrain\n`````' });
  for (const id of [started.id, ended.id])
    expect(await it.ask(id, 'tail -1')).toMatchObject({ content: '`````\ntwo\n`````' });
});

test('an id of another session, or of nothing, is not found', async () => {
  await using it = await setUp();
  const other = await it.ledger.session('other');
  const event = await other.append('console.ended', {
    stopReason: 'exit',
    durationMs: 1,
    text: 'theirs',
    isTail: false,
  });

  expect(await it.ask(event.id, 'head -1')).toMatchObject({
    outcome: 'failed',
    content: expect.stringContaining('No output'),
  });
  await expect(it.client.filter({ session: 's', event: event.id, filter: 'head -1' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test.each([
  'cat /etc/passwd',
  'head -1 /etc/passwd',
  'grep x; touch PWNED',
  'grep x && touch PWNED',
  'grep x\ntouch PWNED',
  'sort -o out',
  'sed -i s/a/b/ f',
  `awk 'BEGIN{system("touch PWNED")}'`,
  `sed 's/a/b/e'`,
  `sed 'w out'`,
  'grep "$(touch PWNED)"',
  'head -1 > out',
  'tee out',
  'xargs touch',
  'tail -f',
  'head -1 &',
  'bash',
  '| head',
  'head |',
  '# nothing',
])('%s is no filter: nothing is run', async (filter) => {
  await using it = await setUp();
  const event = await it.command('call-1', 'a\n');

  await expect(it.ask('call-1', filter)).rejects.toThrow('filter');
  await expect(it.client.filter({ session: 's', event, filter })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect((await it.events()).some(({ type }) => type === 'output.filtered')).toBe(false);
});

test('a filter runs without what shells run when they start', async () => {
  await using it = await setUp();
  for (const name of ['.bashrc', 'env.sh']) await writeFile(join(it.folder, name), 'echo STARTED\n');
  const environment = { ...ENVIRONMENT, HOME: it.folder, BASH_ENV: join(it.folder, 'env.sh') };
  await using outputs = createOutputs({
    ledger: it.ledger,
    redactor: it.ledger.redactor,
    filterProblem,
    sandbox: async () => undefined,
    environment,
    workspaceOf: async () => it.workspace,
  });
  const client = createRouterClient(outputs.router, { context: { reportBug: () => {} } });
  const event = await it.command('call-1', 'a\n');

  expect(await client.filter({ session: 's', event, filter: 'head -1' })).toMatchObject({ text: 'a\n' });
});

test('a filter that finds nothing says so; one that fails says why', async () => {
  await using it = await setUp();
  await it.command('call-1', 'a\n');

  expect(await it.ask('call-1', 'grep nothing')).toEqual({ outcome: 'done', content: 'Exit code: 1\n\n(no output)' });
  const { content, outcome } = (await it.ask('call-1', `grep -E '('`)) as { content: string; outcome: string };
  expect(outcome).toBe('failed');
  expect(content).toContain('Unmatched');
});

test('more than 16 MB of a filter’s output end it, and what is shown is cut', async () => {
  await using it = await setUp();
  const event = await it.command('call-1', `${'x'.repeat(199)}\n`.repeat(50_000));

  const shown = await it.client.filter({ session: 's', event, filter: `sed 'p;p;p'` });

  expect(shown).toMatchObject({ isCut: true, problem: expect.stringContaining('Stopped at 16777216 bytes') });
  expect(shown.text.length).toBeLessThan(40_000);
});

test('a filter that takes too long is stopped', { timeout: 30_000 }, async () => {
  await using it = await setUp();
  await mkdir(join(it.workspace, 'sub'));
  const event = await it.command('call-1', 'a\n');

  await expect(
    it.client.filter({ session: 's', event, filter: `awk 'BEGIN { while (1) x++ }'` }),
  ).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
});
