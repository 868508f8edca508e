import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startGroup } from '../../../src-main/process/group.ts';
import { isAlive, processesWithMark } from '../../support/processes.ts';

const mark = `group-${crypto.randomUUID()}`;
const environment = { PATH: process.env.PATH ?? '', TEST_MARK: mark };
const start = (script: string, graceMs = 200) =>
  startGroup({ file: 'bash', args: ['-c', script], cwd: '/', environment, graceMs });

test('ending a group ends all of its tree, what has left the group included', async () => {
  const group = await start('setsid sleep 300 & (sleep 300 & disown) ; echo ready; sleep 300');
  await once(group.stdout, 'data');
  expect((await group.pids()).length).toBeGreaterThanOrEqual(3);

  await group.end();

  expect(await processesWithMark(mark)).toEqual([]);
  expect(await group.exited).toEqual({ exitCode: undefined, signal: 'SIGTERM' });
});

test('a child that ignores SIGTERM is killed after the grace period', async () => {
  const group = await start("trap '' TERM; echo ready; while :; do sleep 0.05; done");
  await once(group.stdout, 'data');

  await group.end();

  expect(await group.exited).toEqual({ exitCode: undefined, signal: 'SIGKILL' });
  expect(await isAlive(group.pid)).toBe(false);
});

test('ending twice is ending once, and ending what has ended is quick', async () => {
  const group = await start('exit 3');
  expect(await group.exited).toEqual({ exitCode: 3, signal: undefined });

  await Promise.all([group.end(), group.end()]);
});

test('the environment is what was given and nothing else', async () => {
  process.env.SIGMA_CANARY = 'secret';
  await using group = await start('env');
  let output = '';
  group.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(group.stdout, 'end');
  delete process.env.SIGMA_CANARY;

  expect(output).toContain(mark);
  expect(output).not.toContain('SIGMA_CANARY');
});

test('a program that is not there is an expected failure that names it', async () => {
  const starting = startGroup({ file: '/no/such/program', args: [], cwd: '/', environment });

  await expect(starting).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('/no/such/program'),
  });
});

test('one that was stopped goes on to hear that it is to end, and ends by itself', async () => {
  const group = await start("trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done", 5000);
  await once(group.stdout, 'data');
  process.kill(-group.pid, 'SIGSTOP');
  const startedAt = performance.now();

  await group.end();

  expect(await group.exited).toEqual({ exitCode: 0, signal: undefined });
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
