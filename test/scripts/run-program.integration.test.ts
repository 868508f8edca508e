import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ROOT } from '../support/built-host.ts';
import { isAlive } from '../support/processes.ts';
import { script } from './script.ts';

const { runProgram } = await script<{
  runProgram(
    file: string,
    args: readonly string[],
    options: { readonly output: 'keep'; readonly timeoutMs?: number },
  ): Promise<{ readonly exitCode: number; readonly hasTimedOut: boolean; readonly output: string }>;
}>('run-program');

const MODULE = pathToFileURL(join(ROOT, 'scripts', 'run-program.mjs')).href;

/** A script that runs a shell command as `npm start` runs the build, and says when it goes on after it. */
function startScript(command: string) {
  const text = `
    const { runProgram, endWithSignals } = await import('${MODULE}');
    endWithSignals();
    await runProgram('sh', ['-c', ${JSON.stringify(command)}]);
    console.log('went on');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const childPid = async () => {
    await expect.poll(() => output, { timeout: 10_000 }).toMatch(/pid \d+/);
    return Number(/pid (\d+)/.exec(output)?.[1]);
  };
  return { signal: (name: NodeJS.Signals) => child.kill(name), ended, childPid, output: () => output };
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s ends what runs, and nothing goes on as if that had failed by itself', async (signal, exitCode) => {
  const started = startScript('echo pid $$; exec sleep 100');
  const pid = await started.childPid();
  started.signal(signal);

  expect(await started.ended).toBe(exitCode);
  expect([await isAlive(pid), started.output()]).toEqual([false, expect.not.stringContaining('went on')]);
});

test('a second Ctrl+C ends at once what does not listen to the first', async () => {
  const started = startScript("trap '' TERM; echo pid $$; while :; do sleep 0.1; done");
  const pid = await started.childPid();
  const startedAt = Date.now();
  started.signal('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 700));
  started.signal('SIGINT');

  expect(await started.ended).toBe(130);
  expect(Date.now() - startedAt).toBeLessThan(1800);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('a program that is not there has exit code 127, with the reason', async () => {
  expect(await runProgram('/nowhere/program', [], { output: 'keep' })).toMatchObject({
    exitCode: 127,
    output: expect.stringContaining('ENOENT'),
  });
});

test('what takes too long is ended with its children, and what it said is kept', async () => {
  const result = await runProgram('sh', ['-c', 'sleep 300 & echo pid $!; wait'], { output: 'keep', timeoutMs: 300 });

  expect(result).toMatchObject({ hasTimedOut: true, output: expect.stringMatching(/pid \d+/) });
  expect(result.exitCode).not.toBe(0);
  // Told to end at the same time; a busy machine lets it a little later.
  const child = Number(/pid (\d+)/.exec(result.output)?.[1]);
  await expect.poll(() => isAlive(child), { timeout: 10_000 }).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'what a program left behind, holding its output, is not waited for (Linux: setsid)',
  async () => {
    const startedAt = Date.now();
    const { exitCode, output } = await runProgram('sh', ['-c', 'setsid sleep 20 & echo left $!'], { output: 'keep' });
    process.kill(Number(/left (\d+)/.exec(output)?.[1]), 'SIGKILL');

    expect([exitCode, Date.now() - startedAt < 5000]).toEqual([0, true]);
  },
);
