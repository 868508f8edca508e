import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type CommandOptions, runCommand } from '../../../../src-main/execution/runs/run-command.ts';
import { processesWithMark } from '../../../support/processes.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const LIMITS = { timeoutMs: 10_000, maxOutputBytes: 1_000_000 };

async function run(command: string, options: Partial<CommandOptions> = {}) {
  await using folder = await temporaryFolder();
  const seen: string[] = [];
  const spoolPath = join(folder.path, 'spool');
  const result = await runCommand({
    command,
    cwd: folder.path,
    environment: { PATH: process.env.PATH ?? '', TEST_MARK: mark },
    limits: LIMITS,
    signal: new AbortController().signal,
    spoolPath,
    onOutput: (text) => seen.push(text),
    ...options,
  });
  return { ...result, seen: seen.join(''), spool: await readFile(spoolPath, 'utf8') };
}

const mark = `run-command-${crypto.randomUUID()}`;

test('output of both streams, the exit code and the time are told', async () => {
  const result = await run('echo out; sleep 0.05; echo err >&2; exit 3');

  expect(result).toMatchObject({
    exitCode: 3,
    stopReason: 'exit',
    output: 'out\nerr\n',
    seen: 'out\nerr\n',
    spool: 'out\nerr\n',
    outputBytes: 8,
  });
  expect(result.durationMs).toBeGreaterThanOrEqual(50);
});

test('standard input is empty', async () => {
  expect(await run('read -r x || echo "nothing: $?"')).toMatchObject({ output: 'nothing: 1\n' });
});

test('a fast command with a large output loses nothing', async () => {
  const result = await run('seq 1 20000');

  expect(result.spool).toBe(`${Array.from({ length: 20_000 }, (_, index) => index + 1).join('\n')}\n`);
  expect(result.outputBytes).toBe(result.spool.length);
});

test('a command over its time is ended with all it started, and what it printed is kept', async () => {
  const result = await run('echo before; (setsid sleep 300 &); sleep 300 & sleep 300', {
    limits: { ...LIMITS, timeoutMs: 300 },
  });

  expect(result).toMatchObject({ stopReason: 'timeout', output: 'before\n' });
  expect(await processesWithMark(mark)).toEqual([]);
});

test('a command that ignores SIGTERM is ended all the same', async () => {
  const result = await run("trap '' TERM; echo ready; while :; do sleep 0.1; done", {
    limits: { ...LIMITS, timeoutMs: 200 },
  });

  expect(result).toMatchObject({ stopReason: 'timeout', output: 'ready\n' });
  expect(await processesWithMark(mark)).toEqual([]);
});

test('a command that prints too much is ended, and no more than the limit is kept', async () => {
  const result = await run('yes', { limits: { ...LIMITS, maxOutputBytes: 100_000 } });

  expect(result.stopReason).toBe('output');
  expect(result.spool.length).toBe(100_000);
  expect(result.outputBytes).toBeGreaterThan(100_000);
});

test('an abort ends it at once', async () => {
  const abort = new AbortController();
  const running = run('echo started; sleep 300', { signal: abort.signal });
  await pause(150);
  const abortedAt = performance.now();
  abort.abort();

  expect(await running).toMatchObject({ stopReason: 'abort', output: 'started\n' });
  expect(performance.now() - abortedAt).toBeLessThan(1000);
});

test('a command that was aborted before it began does nothing that lasts', async () => {
  const result = await run('sleep 5; echo late', { signal: AbortSignal.abort() });

  expect(result).toMatchObject({ stopReason: 'abort', output: '' });
});

test('what is left in the background is ended and counted', async () => {
  const result = await run('nohup sleep 300 >/dev/null 2>&1 & echo started');

  expect(result).toMatchObject({ stopReason: 'exit', exitCode: 0, output: 'started\n', leftBehind: 1 });
  expect(await processesWithMark(mark)).toEqual([]);
});

test('bytes that are no UTF-8 become replacement characters, and characters cut between writes stay whole', async () => {
  const result = await run(String.raw`printf '\xe2\x82'; sleep 0.1; printf '\xac \xff'`);

  expect(result.output).toBe('€ �');
});

test('a folder that is gone is an error that names bash and the folder', async () => {
  await expect(run('true', { cwd: '/nowhere/at/all' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('/nowhere/at/all'),
  });
});
