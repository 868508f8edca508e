import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openContainment } from '#process/containment/open-containment';
import { startGroup } from '#process/group';
import { isAlive } from '../../../support/processes.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const environment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };

test('what a killed host left in its control groups is ended by the next start, and the groups go', async ({
  skip,
}) => {
  const script = resolve(import.meta.dirname, '../../../fixtures/containment/host.ts');
  const tsx = resolve(import.meta.dirname, '../../../../node_modules/tsx/dist/cli.mjs');
  const node = { file: process.execPath, args: [tsx, script] };
  await using host = await startGroup({
    ...node,
    cwd: resolve(import.meta.dirname, '../../../..'),
    environment,
    graceMs: 0,
  });
  let said = '';
  host.stdout.on('data', (chunk) => {
    said += chunk;
  });
  while (!said.includes('\n')) await once(host.stdout, 'data');
  const [step = '', ...pids] = said.trim().split(' ');
  if (!step.startsWith('cgroup')) skip('no control group can be made here');
  // Not as a group is ended, which finds what is marked: as by the system when memory is short.
  const hosts = (await host.pids()).filter((pid) => !pids.includes(String(pid)));
  for (const pid of hosts) process.kill(pid, 'SIGKILL');
  await host.exited;

  await using _containment = await openContainment({ environment, allowNamespace: false, log: silentLogger });

  for (const deadline = performance.now() + 5000; performance.now() < deadline; await delay(20)) {
    if ((await Promise.all(pids.map((pid) => isAlive(Number(pid))))).every((is) => !is)) break;
  }
  expect(await Promise.all(pids.map((pid) => isAlive(Number(pid))))).toEqual(pids.map(() => false));
  if (step === 'cgroup-v1') {
    const left = await readdir('/sys/fs/cgroup/pids');
    expect(left.filter((name) => hosts.some((pid) => name.includes(`-${pid}-`)))).toEqual([]);
  }
});
