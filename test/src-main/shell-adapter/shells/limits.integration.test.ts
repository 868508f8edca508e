import { constants } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunLimits } from '#contract';
import { systemCgroupFiles } from '#process/containment/cgroup-files';
import { cgroupPlaces } from '#process/containment/cgroup-places';
import { processesWithMark } from '../../../support/processes.ts';
import { shellBox } from '../../../support/shell-box.ts';

/** Whether this user may make groups that count memory. */
const memoryPlaces = cgroupPlaces(systemCgroupFiles);
const hasMemoryGroups = await access(memoryPlaces.v1.get('memory') ?? '/nonexistent', constants.W_OK).then(
  () => true,
  () => false,
);

const LIMITS: RunLimits = { timeoutMs: 60_000, maxOutputBytes: 1_000_000 };
const MB = 1024 * 1024;
const HOLDS = `/usr/bin/python3 -c 'import time; x = bytearray(200 * 1024 * 1024); time.sleep(100)'`;

test.each<[string, Partial<RunLimits>, string]>([
  ['memory', { memoryBytes: 50 * MB }, HOLDS],
  ['memory', { memoryBytes: 50 * MB }, `setsid ${HOLDS} & wait`],
  ['cpu', { cpuPercent: 10 }, 'while :; do :; done'],
  ['disk', { diskBytes: 5 * MB }, 'head -c 20000000 /dev/zero > big; sleep 100'],
  ['disk', { diskBytes: 5 * MB }, 'fallocate -l 50G big || fallocate -l 500M big; sleep 100'],
  ['processes', { processes: 40 }, 'for i in {1..80}; do sleep 100 & done; wait'],
])('too much %s under %j ends the command, its session and all of its processes', async (reason, limits, command) => {
  await using box = await shellBox({ limits: { ...LIMITS, ...limits }, checkMs: 1000 });
  const shell = await box.open();
  const result = await box.run(`echo begun; ${command}`, shell);
  expect(result).toMatchObject({ stdout: 'begun', exit_code: -1, termination_reason: reason, isClosed: true });
  expect(result.stderr).toMatch(/more (processes |memory )?than the/);
  expect(await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`)).toEqual([]);
  await expect(box.run('echo', shell)).rejects.toMatchObject({ code: 'session_closed' });
  expect(await box.run('echo next', await box.open())).toMatchObject({ stdout: 'next' });
});

test('a background job of an idle session is watched', async () => {
  await using box = await shellBox({ limits: { ...LIMITS, memoryBytes: 50 * MB }, checkMs: 1000 });
  const shell = await box.open();
  expect(await box.run(`${HOLDS} & echo started`, shell)).toMatchObject({ stdout: 'started' });
  await expect.poll(() => box.shells.list(), { timeout: 20_000 }).toEqual([]);
  await expect.poll(() => processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`), { timeout: 5000 }).toEqual([]);
});

test('a file that grows outside of the workspace does not count, and a limit can be another for one command', async () => {
  await using box = await shellBox({ limits: { ...LIMITS, diskBytes: 5 * MB, memoryBytes: 50 * MB }, checkMs: 1000 });
  const shell = await box.open();
  const outside = join('/tmp', `sigma-outside-${process.pid}`);
  await writeFile(outside, '');
  const command = `head -c 20000000 /dev/zero > ${outside}; rm ${outside}; /usr/bin/python3 -c 'import time; x = bytearray(200 * 1024 * 1024); time.sleep(1)'`;
  expect(await box.run(command, shell, { limits: { memoryBytes: 500 * MB } })).toMatchObject({
    exit_code: 0,
    isClosed: false,
  });
});

test('what a command uses is told while it runs', async () => {
  await using box = await shellBox();
  const shell = await box.open();
  const told: number[] = [];
  const running = box.run('echo x; until [ -e done ]; do sleep 0.05; done', shell, {
    onUsage: ({ elapsedMs, outputBytes }) => told.push(elapsedMs, outputBytes),
  });
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
  await writeFile(join(box.workspace, 'done'), '');
  await running;
  expect(told.at(-2)).toBeGreaterThan(400);
  expect(told.at(-1)).toBe(2);
});

test.skipIf(!hasMemoryGroups).each([
  ['a look', 'sleep 100'],
  ['the kernel', ':'],
])('files in memory count as memory, as %s finds', async (_, then) => {
  await using box = await shellBox({ limits: { ...LIMITS, memoryBytes: 50 * MB }, checkMs: 1000 });
  const file = `/dev/shm/sigma-test-${process.pid}`;
  try {
    const ran = await box.run(`echo begun; head -c 100000000 /dev/zero > ${file}; ${then}`, await box.open());
    expect(ran).toMatchObject({ stdout: 'begun', exit_code: -1, termination_reason: 'memory', isClosed: true });
    expect(ran.stderr).toMatch(/memory.* the 50 MB it may, and was ended/);
  } finally {
    await rm(file, { force: true });
  }
});
