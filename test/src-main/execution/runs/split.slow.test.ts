import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandWorkbench } from '../../../support/command-workbench.ts';
import { fixedLimits } from '../../../support/fixed-limits.ts';

test('a command that ends in filters runs whole, and the filters on all of its output', async () => {
  await using it = await commandWorkbench();

  expect(await it.run('seq 1 20000 | tail -2')).toEqual({
    outcome: 'done',
    content:
      '`````\n19999\n20000\n`````\n\nAll 108894 bytes of its output are kept: filter_output with id "call-1" filters them without running it again.',
  });

  expect(it.ran()).toMatchObject({
    command: 'seq 1 20000 | tail -2',
    exitCode: 0,
    output: '19999\n20000\n',
    outputBytes: 108_894,
    split: {
      producer: 'seq 1 20000',
      filter: 'tail -2',
      removed: ['tail'],
      producerExitCode: 0,
      treatment: 'filtered',
    },
  });
  expect(it.ran()?.split?.notice).toContain('"tail -2" was taken off "seq 1 20000 | tail -2"');
  const kept = await it.ledger.content.read(it.ran()?.spool?.hash ?? '');
  expect(kept.toString().split('\n')).toHaveLength(20_001);
});

test('the plan and the record have the line as the model wrote it, and nothing else', async () => {
  await using it = await commandWorkbench();

  const plan = await it.plan(`printf 'a\\nb\\nc\\n' | head -2`);
  await it.runPlan(plan);

  expect(plan.subject).toMatchObject({ command: `printf 'a\\nb\\nc\\n' | head -2` });
  expect(plan.arguments).toEqual({ command_line: `printf 'a\\nb\\nc\\n' | head -2`, working_dir: it.workspace });
  expect(it.ran()).toMatchObject({ command: `printf 'a\\nb\\nc\\n' | head -2`, output: 'a\nb\n' });
});

test('what a command prints is never run, whatever it says', async () => {
  await using it = await commandWorkbench();
  const evil = ['$(touch PWNED)', '`touch PWNED`', '"; touch PWNED; "', "'; touch PWNED; '", '$HOME %s \\n \\'].join(
    '\n',
  );
  await writeFile(join(it.workspace, 'evil.txt'), `${evil}\n`);

  const { content } = await it.run('cat evil.txt | head -5');

  expect(content).toContain(evil);
  await expect(stat(join(it.workspace, 'PWNED'))).rejects.toThrow();
});

test('an empty line at the end of the output is counted like bash counts it', async () => {
  await using it = await commandWorkbench();

  expect((await it.run(`printf 'a\\n\\n\\n' | wc -l`)).content).toBe('`````\n3\n`````');
});

test('filters that leave nothing say so, whatever came before ends with', async () => {
  await using it = await commandWorkbench();
  await writeFile(join(it.workspace, 'README.md'), 'hello\n');

  const none = await it.run('seq 1 3 | grep 9');
  expect(none).toMatchObject({ outcome: 'done' });
  expect(none.content).toContain('(no output)');
  expect(none.content).toContain('Exit code of "seq 1 3": 0');
  expect(none.content).not.toContain('low');
  expect(it.ran()).toMatchObject({ exitCode: 1, split: { treatment: 'empty', producerExitCode: 0 } });

  const inner = await it.run('grep nomatch README.md | head -5');
  expect(inner.outcome).toBe('done');
  expect(it.ran()).toMatchObject({ exitCode: 0, split: { treatment: 'empty', producerExitCode: 1 } });
});

test('a command that fails before its filter is told as failed, with both exit codes', async () => {
  await using it = await commandWorkbench();

  const { outcome, content } = await it.run('sh -c "echo broken; exit 3" | head -5');

  expect(outcome).toBe('failed');
  expect(content).toContain('Exit code: 0');
  expect(content).toContain('": 3');
  expect(content).toContain('broken');
  expect(it.ran()).toMatchObject({ exitCode: 0, split: { producerExitCode: 3 } });
});

test('pipefail of an earlier member counts for the whole line', async () => {
  await using it = await commandWorkbench();

  await it.run('set -o pipefail && sh -c "echo x; exit 3" | head -5');

  expect(it.ran()).toMatchObject({ exitCode: 3, output: 'x\n', split: { producerExitCode: 3 } });
});

test('pipefail of an earlier member counts inside the filters, too', async () => {
  await using it = await commandWorkbench();

  await it.run('set -o pipefail && sh -c "echo x; exit 3" | grep y | head -5');

  expect(it.ran()).toMatchObject({ exitCode: 1, split: { producerExitCode: 3, filterExitCode: 1 } });
});

test('a filter runs in the folder and with the variables that the line has made by then', async () => {
  await using it = await commandWorkbench();
  await mkdir(join(it.workspace, 'sub'));
  await writeFile(join(it.workspace, 'sub', 'x'), 'b\nA\na\nB\n');

  await it.run('mkdir -p sub/deep && cd sub && cat x | wc -l');
  expect(it.ran()).toMatchObject({ output: '4\n', split: { treatment: 'filtered' } });

  const cleaned = 'cd sub && export FOO="a b\n" LC_ALL=C && cat x';
  const removed = { removedNames: ['sort'], removedPipeline: 'sort; pwd; printf %s "$FOO"' };
  const split = {
    cleaned,
    lastMemberAt: cleaned.indexOf('cat x'),
    ...removed,
    earlyClosing: false,
    oneIsAnswer: false,
  };
  await using other = await commandWorkbench({ split: () => split });
  await mkdir(join(other.workspace, 'sub'));
  await writeFile(join(other.workspace, 'sub', 'x'), 'b\nA\na\nB\n');
  await other.run('as written');
  expect(other.ran()?.output).toBe(`A\nB\na\nb\n${other.workspace}/sub\na b\n`);
});

test('a line whose earlier member fails is told as bash tells it: its filter was not run', async () => {
  await using it = await commandWorkbench();

  const { outcome, content } = await it.run('cd missing && ls | wc -l');

  expect(outcome).toBe('failed');
  expect(content).toMatch(/^Exit code: 1/);
  expect(content).not.toContain('`````\n0\n');
  expect(it.ran()).toMatchObject({ exitCode: 1, split: { treatment: 'not-filtered' } });
});

test('what the command says on standard error is shown and not filtered, unless it is led into the pipe', async () => {
  await using it = await commandWorkbench();

  await it.run('sh -c "echo out1; echo err >&2; echo out2" | grep out2');
  expect(it.ran()?.output).toBe('err\nout2\n');

  await it.run('sh -c "echo out1; echo err >&2" 2>&1 | grep err');
  expect(it.ran()?.output).toBe('err\n');
});

test('stderr that |& leads into the filter arrives there', async () => {
  await using it = await commandWorkbench();

  expect((await it.run('ls nonexist |& head -1')).content).toContain('nonexist');
});

test('a filter that fails leaves the output as it is, with a remark', async () => {
  await using it = await commandWorkbench();

  const { content } = await it.run(`seq 1 3 | grep -E '('`);

  expect(content).toContain('1\n2\n3');
  expect(content).toMatch(/The filter "grep -E '\('" failed/);
  expect(it.ran()).toMatchObject({ output: '1\n2\n3\n', split: { treatment: 'filter-failed', filterExitCode: 2 } });
});

test('a slow command is not filtered: its result says how to look at it without running it again', async () => {
  await using it = await commandWorkbench({ slowMs: () => 100 });

  const { content } = await it.run('sh -c "sleep 0.2; seq 1 3" | tail -1');

  expect(content).toContain('Do not run it again');
  expect(content).toContain('filter_output with id "call-1"');
  const path = /Full output: (\S+)/.exec(content)?.[1] ?? '';
  expect(await readFile(path, 'utf8')).toBe('1\n2\n3\n');
  expect(it.ran()).toMatchObject({ output: '1\n2\n3\n', split: { treatment: 'slow' } });
  expect(it.ran()?.split?.notice).toContain('"tail -1" was taken off');
});

test('a command that is stopped is not filtered', async () => {
  await using it = await commandWorkbench({ limits: fixedLimits({ timeoutMs: 400, maxOutputBytes: 1_000_000 }) });

  const { outcome, content } = await it.run('sh -c "echo first; sleep 30" | tail -1');

  expect(outcome).toBe('failed');
  expect(content).toContain('Stopped after its time limit');
  expect(content).toContain('first');
  expect(it.ran()).toMatchObject({ stopReason: 'timeout', split: { treatment: 'not-filtered' } });
});

test.each([
  ['a second statement', `printf 'x\\n' | head -1; echo after`, 'x\nafter\n'],
  ['a here-document', 'cat <<EOF | head -2\none\ntwo\nthree\nEOF', 'one\ntwo\n'],
  ['an endless command', 'yes | head -1', 'y\n'],
  ['a second line', 'echo a | head\necho SECOND', 'a\nSECOND\n'],
])('%s has the line run as it was written', async (_why, command, output) => {
  await using it = await commandWorkbench();

  await it.run(command);

  expect(it.ran()?.output).toBe(output);
  expect(it.ran()?.split).toBeUndefined();
});

test('a filter that writes a file runs as written, in its folder', async () => {
  await using it = await commandWorkbench();

  await it.run('seq 3 | sort > out.txt');

  expect(await readFile(join(it.workspace, 'out.txt'), 'utf8')).toBe('1\n2\n3\n');
});

test('a command that a person edited is taken apart anew', async () => {
  await using it = await commandWorkbench();

  await it.run('seq 1 3 | head -1', { command: 'seq 1 9 | tail -1' });

  expect(it.ran()).toMatchObject({ command: 'seq 1 9 | tail -1', output: '9\n', split: { producer: 'seq 1 9' } });
});

test('a script that changed since it was asked about is asked about anew, and not run', async () => {
  await using it = await commandWorkbench();
  const script = join(it.workspace, 'build.sh');
  await writeFile(script, 'echo harmless\n', { mode: 0o755 });

  const plan = await it.plan('sh build.sh');
  await writeFile(script, 'touch PWNED\n');
  const second = await it.runPlan(plan);

  if ('content' in second) throw new Error('It was run');
  expect(second.warnings[0]).toMatchObject({ level: 'danger', text: expect.stringContaining('build.sh') });
  expect(second.alwaysAsk).toBeDefined();
  await expect(stat(join(it.workspace, 'PWNED'))).rejects.toThrow();
  expect(await it.runPlan(second)).toMatchObject({ outcome: 'done' });
});

test('in the sandbox a command and its filter read and write nothing', async () => {
  await using it = await commandWorkbench();
  await writeFile(join(it.workspace, 'a'), '1\n2\n');

  expect(await it.run('cat a | tail -1', { sandbox: 'read-only' })).toMatchObject({ content: '`````\n2\n`````' });
  expect(it.ran()).toMatchObject({ sandbox: 'read-only', split: { treatment: 'filtered' } });

  expect(await it.run('touch b', { sandbox: 'read-only' })).toMatchObject({ outcome: 'failed' });
  await expect(stat(join(it.workspace, 'b'))).rejects.toThrow();
});

test('what was allowed in the sandbox alone is not run where none works', async () => {
  await using it = await commandWorkbench({ openBox: async () => undefined });

  expect(await it.run('touch b', { sandbox: 'read-only' })).toMatchObject({ outcome: 'failed' });
  expect(it.ran()).toBeUndefined();
  await expect(stat(join(it.workspace, 'b'))).rejects.toThrow();
});

test('filters that are stopped by a limit say which, so that it can be raised', async () => {
  await using it = await commandWorkbench({ limits: fixedLimits({ timeoutMs: 60_000, maxOutputBytes: 700_000 }) });

  await it.run(`seq 1 100000 | sed 's/$/ and some more text/' | sort`);

  expect(it.ran()).toMatchObject({
    stopReason: 'exit',
    split: { treatment: 'filter-failed', filterStopReason: 'output' },
  });
});

test('a command that removes the folder it runs in is on the record, though no filter can start there', async () => {
  await using it = await commandWorkbench();
  await mkdir(join(it.workspace, 'sub'));
  await writeFile(join(it.workspace, 'sub', 'file.txt'), 'x');

  const { content } = await it.run('cd sub && rm -rfv "$PWD" | tail -1');

  expect(it.ran()).toMatchObject({ exitCode: 0, split: { treatment: 'filter-failed', producerExitCode: 0 } });
  expect(content).toContain('removed directory');
  expect(content).toContain('could not be started in');
});
