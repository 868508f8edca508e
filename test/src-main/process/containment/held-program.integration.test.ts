import { expect, test } from 'vitest';
import { heldProgram } from '#process/containment/held-program';
import { startGroup } from '#process/group';

test('a program that something else started is measured with what it started, also what left its group', async () => {
  const marker = crypto.randomUUID();
  const environment = { PATH: '/usr/bin:/bin' };
  const script = 'sleep 60 & setsid sleep 60 & wait';
  await using group = await startGroup({ file: '/bin/sh', args: ['-c', script], cwd: '/', environment, marker });
  const held = heldProgram({ pid: group.pid, marker });

  await expect.poll(async () => (await held.usage())?.processes).toBe(3);
  expect((await held.usage())?.memoryBytes).toBeGreaterThan(100_000);
  expect((await held.pids()).toSorted()).toEqual([...(await group.pids())].toSorted());
  await group.end(0);
  await expect.poll(() => held.pids()).toEqual([]);
});
