import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommandTool, type TreeWatch } from '#shell-adapter';
import type { PlanContext, RunContext } from '#tools';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const NOTHING_CHANGED: TreeWatch<void> = {
  before: async () => {},
  after: async () => ({ changes: [], notWatched: [] }),
};

async function setUp(watch: TreeWatch<void> = NOTHING_CHANGED) {
  const ledger = await temporaryLedger();
  const folder = await temporaryFolder();
  const workspace = join(folder.path, 'workspace');
  const spoolFolder = join(folder.path, 'spool');
  await mkdir(join(workspace, 'sub'), { recursive: true });
  const source = createCommandTool({
    content: ledger.content,
    watch: () => watch,
    environment: { PATH: process.env.PATH ?? '' },
    limits: () => ({ timeoutMs: 5000, maxOutputBytes: 1_000_000 }),
    spoolFolder,
  });
  const tool = source.tools()[0];
  if (!tool) throw new Error('no tool');
  const records: { type: string; data: Record<string, unknown> }[] = [];
  const planContext: PlanContext = {
    session: 's',
    callId: 'c1',
    workspace,
    cwd: workspace,
    signal: new AbortController().signal,
  };
  const context: RunContext = {
    ...planContext,
    record: async (type, data) => {
      records.push({ type, data });
      return 'event';
    },
    onOutput: () => {},
  };
  return {
    ledger,
    workspace,
    spoolFolder,
    records,
    tool,
    plan: (args: unknown) => tool.plan(args, planContext),
    run: async (args: unknown, command?: string) => (await tool.plan(args, planContext)).run({ command }, context),
    [Symbol.asyncDispose]: async () => {
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a command that succeeds gives the model its output in a fence', async () => {
  await using it = await setUp();

  expect(await it.run({ command_line: 'echo hello' })).toEqual({ outcome: 'done', content: '`````\nhello\n`````' });
});

test('a command that fails gives the model its exit code and what it printed on both streams', async () => {
  await using it = await setUp();

  const { outcome, content } = (await it.run({ command_line: 'echo out; echo err >&2; exit 7' })) as {
    outcome: string;
    content: string;
  };

  expect(outcome).toBe('failed');
  expect(content).toMatch(/^Exit code: 7\n\nOutput:\n`````\n/);
  expect(content).toContain('out\n');
  expect(content).toContain('err\n');
});

test('an output that is one JSON value is sent compactly', async () => {
  await using it = await setUp();

  expect(await it.run({ command_line: `printf '{\\n  "a": [1,\\n 2]\\n}\\n'` })).toMatchObject({
    content: '`````\n{"a":[1,2]}\n`````',
  });
});

test('no output is said in words', async () => {
  await using it = await setUp();

  expect(await it.run({ command_line: 'true' })).toMatchObject({ content: 'The output was empty.' });
});

test('the record says what ran and where all of its output is kept', async () => {
  await using it = await setUp();

  await it.run({ command_line: 'seq 1 30000', working_dir: 'sub' });

  const ran = it.records.find(({ type }) => type === 'command.ran')?.data as never as {
    output: string;
    outputBytes: number;
    spool: { hash: string; bytes: number; complete: boolean };
  };
  expect(ran).toMatchObject({
    command: 'seq 1 30000',
    cwd: join(it.workspace, 'sub'),
    exitCode: 0,
    stopReason: 'exit',
  });
  expect(ran.output).toContain('characters left out');
  const kept = await it.ledger.content.read(ran.spool.hash);
  expect(kept.toString()).toBe(`${Array.from({ length: 30_000 }, (_, index) => index + 1).join('\n')}\n`);
  expect(ran.spool).toMatchObject({ bytes: kept.length, complete: true });
  expect(await readdir(it.spoolFolder)).toEqual([]);
});

test('what the command changed follows on the record, and what was not watched is named', async () => {
  await using it = await setUp({
    before: async () => {},
    after: async () => ({
      changes: [{ path: '/w/new.txt', change: 'created' }],
      notWatched: ['node_modules is not watched'],
    }),
  });

  await it.run({ command_line: 'touch new.txt' });

  expect(it.records.map(({ type }) => type)).toEqual(['command.ran', 'file.changed']);
  expect(it.records[0]?.data).toMatchObject({ notWatched: ['node_modules is not watched'] });
  expect(it.records[1]?.data).toEqual({ path: '/w/new.txt', change: 'created', callId: 'c1', origin: 'command' });
});

test('the person’s text runs in place of the model’s', async () => {
  await using it = await setUp();

  expect(await it.run({ command_line: 'echo model' }, 'echo person')).toMatchObject({
    content: '`````\nperson\n`````',
  });
  expect(it.records[0]?.data).toMatchObject({ command: 'echo person' });
});

test('a folder outside the workspace is warned of, whatever way leads there', async () => {
  await using it = await setUp();
  const plan = await it.plan({ command_line: 'ls', working_dir: 'sub/../..' });

  expect(plan.isOutside).toBe(true);
  expect(plan.warnings).toMatchObject([{ level: 'danger', text: expect.stringContaining('outside the workspace') }]);
});

test('characters that do not show are warned of', async () => {
  await using it = await setUp();
  const plan = await it.plan({ command_line: 'echo \u202esafe' });

  expect(plan.warnings).toMatchObject([{ level: 'danger', text: expect.stringContaining('U+202E') }]);
});

test.each([
  [{}, 'command_line'],
  [{ command_line: '' }, 'command_line'],
  [{ command_line: 'ls', shell: 'zsh' }, 'shell'],
  [{ command_line: 'ls\0' }, 'NUL'],
  [{ command_line: 'ls', working_dir: 'nowhere' }, 'working_dir'],
])('arguments %j are refused with a message that names the field', async (args, field) => {
  await using it = await setUp();

  await expect(it.plan(args)).rejects.toMatchObject({ name: 'ToolError', message: expect.stringContaining(field) });
});

test('a file in place of a folder is refused', async () => {
  await using it = await setUp();
  await writeFile(join(it.workspace, 'file'), '');

  await expect(it.plan({ command_line: 'ls', working_dir: 'file' })).rejects.toMatchObject({ name: 'ToolError' });
});
