import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { createCommandTool } from '#execution';
import type { TreeWatch } from '#ledger';
import type { CallWatch, PlanContext, RunContext } from '#tools';
import { callWatch, NOTHING_SEEN, QUIET_TREE } from '../../../support/call-watch.ts';
import { commandWorkbench } from '../../../support/command-workbench.ts';
import { fixedLimits } from '../../../support/fixed-limits.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

async function setUp(meanwhile: Partial<TreeWatch> = {}, isBoxed = false) {
  const ledger = await temporaryLedger();
  const folder = await temporaryFolder();
  const workspace = join(folder.path, 'workspace');
  const spoolFolder = join(folder.path, 'spool');
  await mkdir(join(workspace, 'sub'), { recursive: true });
  const watch = callWatch(ledger, { watchTree: () => ({ ...QUIET_TREE, ...meanwhile }) });
  const source = createCommandTool({
    content: ledger.content,
    redactor: ledger.redactor,
    watch,
    environment: { PATH: process.env.PATH ?? '' },
    exported: async (session) => ({ FROM_SESSION: `of ${session}` }),
    limits: fixedLimits({ timeoutMs: 5000, maxOutputBytes: 1_000_000 }),
    spoolFolder,
    isBoxed: () => isBoxed,
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
    watch,
    workspace,
    spoolFolder,
    records,
    tool,
    plan: (args: unknown) => tool.plan(args, planContext),
    run: async (args: unknown, command?: string) => (await tool.plan(args, planContext)).run({ command }, context),
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]();
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
    after: async () => ({
      ...NOTHING_SEEN,
      changes: [{ path: '/w/new.txt', change: 'created' }],
      notWatched: ['node_modules is not watched'],
      alongside: ['npm test'],
    }),
  });

  await it.run({ command_line: 'touch new.txt' });

  expect(it.records.map(({ type }) => type)).toEqual(['command.ran', 'file.changed']);
  expect(it.records[0]?.data).toMatchObject({ notWatched: ['node_modules is not watched'], alongside: ['npm test'] });
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

test('a command has what the person exported in its session', async () => {
  await using t = await setUp();
  expect(await t.run({ command_line: 'echo "$FROM_SESSION"' })).toMatchObject({
    content: '`````\nof s\n`````',
  });
});

test('a command that runs is in the journal with its output, and no longer once all is recorded', async () => {
  await using it = await setUp();
  const folder = join(it.ledger.folder, 'running');

  await it.run({ command_line: `echo said; cat ${folder}/*.json > seen` });

  const seen = JSON.parse(await readFile(join(it.workspace, 'seen'), 'utf8')) as Record<string, string>;
  expect(seen).toMatchObject({ session: 's', callId: 'c1', spoolPath: expect.stringContaining(it.spoolFolder) });
  expect(JSON.stringify(seen)).not.toContain('echo said');
  await it.watch[Symbol.asyncDispose]();
  expect(await readdir(folder)).toEqual([]);
});

test('what cannot be recorded stays in the journal, with its output, for the next start', async () => {
  await using it = await setUp({ after: () => Promise.reject(new Error('disk full')) });

  await expect(it.run({ command_line: 'echo said' })).rejects.toThrow('disk full');

  expect(await readdir(join(it.ledger.folder, 'running'))).toHaveLength(1);
  const [spool = ''] = await readdir(it.spoolFolder);
  expect(await readFile(join(it.spoolFolder, spool), 'utf8')).toBe('said\n');
});

test('a command that cannot be written down is not run', async () => {
  await using it = await setUp();
  await writeFile(join(it.ledger.folder, 'running'), 'a file in place of the folder');

  await expect(it.run({ command_line: 'touch made' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect(await readdir(it.workspace)).toEqual(['sub']);
});

test('what a file tool changed while the command ran is not told as the command’s, unless both had a hand in it', async () => {
  const stateOf = (hash: string) => ({ kind: 'file', hash: hash.repeat(64), size: 1, mode: 0o644 }) as const;
  const change = (path: string, before: string, after: string) =>
    ({ path, change: 'modified', before: stateOf(before), after: stateOf(after) }) as const;
  await using it = await setUp({
    after: async () => {
      const session = await it.ledger.session('other');
      for (const one of [change('/w/tool', 'a', 'b'), change('/w/tool', 'b', 'c'), change('/w/both', 'a', 'b')]) {
        await session.append('file.changed', { ...one, origin: 'tool' });
      }
      const changes = [change('/w/tool', 'a', 'c'), change('/w/both', 'a', 'd'), change('/w/own', 'a', 'b')];
      return { ...NOTHING_SEEN, changes };
    },
  });

  await it.run({ command_line: 'true' });

  const told = it.records.filter(({ type }) => type === 'file.changed').map(({ data }) => [data.path, data.shared]);
  expect(told).toEqual([
    ['/w/both', expect.stringContaining('A file tool or an undo')],
    ['/w/own', undefined],
  ]);
});

test('the model is told of the box where there is one: what may be written, that there is no network, what to do when refused', async () => {
  await using plain = await setUp();
  await using boxed = await setUp({}, true);
  expect(plain.tool.description).not.toContain('box');
  for (const word of ['workspace', '/tmp', 'no network', 'read-only', 'the person can run it outside']) {
    expect(boxed.tool.description).toContain(word);
  }
});

test('a command whose variables cannot be read is not begun, so that no start takes it for one that was cut short', async () => {
  let begun = 0;
  const watch: CallWatch = {
    foresee: async () => [],
    begin: async () => {
      begun++;
      throw new Error('It was begun');
    },
  };
  const exported = async () => {
    throw new AppError('UNAVAILABLE', 'The record cannot be read');
  };
  await using bench = await commandWorkbench({ watch, exported });

  await expect(bench.run('echo 1')).rejects.toThrow('The record cannot be read');

  expect(begun).toBe(0);
});
