import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveUsage, RunLimits } from '#contract';
import type { ContainmentPort } from '#process/containment/model';
import { openContainment } from '#process/containment/open-containment';
import { watchLimits } from '../../../../src-main/execution/limits/watch-limits.ts';
import { DESKTOP_LIMITS } from '../../../support/desktop-limits.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const MB = 1024 * 1024;
const environment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
const none: RunLimits = { timeoutMs: 1e9, maxOutputBytes: 1e9 };

let containment: ContainmentPort;
beforeAll(async () => {
  containment = await openContainment({ environment, allowNamespace: false, log: silentLogger });
});
afterAll(() => containment[Symbol.asyncDispose]());

async function watched(script: string, limits: Partial<RunLimits>, workspace: string, everyMs = 100) {
  const startedAt = Date.now();
  const group = await containment.start({
    file: 'bash',
    args: ['--norc', '-c', script],
    cwd: workspace,
    environment,
    graceMs: 0,
    processes: limits.processes,
  });
  group.stdout.resume();
  group.stderr.resume();
  const trips: { reason: string; text: string }[] = [];
  const usage: LiveUsage[] = [];
  const watch = watchLimits(group, {
    limits: { ...none, ...limits },
    checkMs: 1000,
    everyMs,
    workspace,
    startedAt,
    outputBytes: () => 42,
    onUsage: (one) => usage.push(one),
    onTrip: (reason, text) => trips.push({ reason, text }),
  });
  return {
    group,
    watch,
    trips,
    usage,
    until: async (isSo: () => boolean) => {
      for (const deadline = performance.now() + 15_000; !isSo(); await delay(10)) {
        if (performance.now() > deadline) throw new Error(`Not so: ${JSON.stringify(usage.at(-1))}`);
      }
    },
    [Symbol.asyncDispose]: async () => {
      watch.stop();
      await group.end(0);
    },
  };
}

test.each([
  ['cpu', 'while :; do :; done', { cpuPercent: 5 }],
  [
    'memory',
    'exec /usr/bin/python3 -c "x = bytearray(200 << 20); import time; time.sleep(60)"',
    { memoryBytes: 100 * MB },
  ],
  ['disk', 'fallocate -l 1G big && sleep 60', { diskBytes: 100 * MB }],
  ['processes', 'for i in $(seq 40); do setsid sleep 60 & done; wait', { processes: 20 }],
] as const)('%s over its limit trips once, with what was used and what it may', async (reason, script, limits) => {
  await using folder = await temporaryFolder();
  await using run = await watched(script, limits, folder.path);
  await run.until(() => run.trips.length > 0);
  await delay(300);
  expect(run.trips.map((trip) => trip.reason)).toEqual([reason]);
  expect(run.trips[0]?.text).toMatch(/\d/);
});

test('what is written at the speed of memory is seen before the next sample', async () => {
  await using folder = await temporaryFolder();
  await using run = await watched(
    'sleep 0.2; fallocate -l 1G big; sleep 60',
    { diskBytes: 100 * MB },
    folder.path,
    60_000,
  );
  await run.until(() => run.trips.length > 0);
  expect(run.trips[0]?.reason).toBe('disk');
});

test('a file that is larger than the limit can be written on', async () => {
  await using folder = await temporaryFolder();
  await writeFile(`${folder.path}/large`, Buffer.alloc(150 * MB));
  // What was made within a tick of the file system's clock counts as made by the command.
  await delay(50);
  await using writing = await watched(
    'sleep 0.2; head -c 1M /dev/zero >>large; echo > done; sleep 60',
    { diskBytes: 100 * MB },
    folder.path,
  );
  await writing.until(
    () => existsSync(`${folder.path}/done`) && writing.usage.some(({ diskBytes = 0 }) => diskBytes >= MB),
  );
  expect(writing.trips).toEqual([]);
  expect(statSync(`${folder.path}/large`).size).toBe(151 * MB);
});

test('a deleted file that is still written counts, and what is not counted does not', async () => {
  await using folder = await temporaryFolder();
  const script = 'exec 5>gone; rm gone; head -c 30000000 /dev/zero >&5; sleep 60';
  await using run = await watched(script, { diskBytes: 20 * MB }, folder.path);
  await run.until(() => run.trips.length > 0);
  expect(run.trips[0]?.reason).toBe('disk');

  await using other = await temporaryFolder();
  await using outside = await watched(
    `head -c 30000000 /dev/zero >${other.path}/x; sleep 60`,
    { diskBytes: 20 * MB },
    folder.path,
  );
  await outside.until(() => outside.usage.some(({ diskBytes }) => diskBytes !== undefined));
  await delay(1500);
  expect(outside.trips).toEqual([]);
});

test('a limit that is raised in time does not trip, and usage is told with its peak', async () => {
  await using folder = await temporaryFolder();
  const script = 'sleep 1; exec /usr/bin/python3 -c "x = bytearray(150 << 20); import time; time.sleep(60)"';
  await using run = await watched(script, { memoryBytes: 50 * MB, processes: 50 }, folder.path);
  run.watch.raise({ memoryBytes: 2048 * MB });
  await run.until(() => (run.watch.peak()?.memoryBytes ?? 0) > 140 * MB);
  expect(run.trips).toEqual([]);
  const last = run.usage.at(-1);
  expect(last).toMatchObject({ outputBytes: 42, processes: 1 });
  expect(last?.elapsedMs).toBeGreaterThan(900);
  expect(run.watch.peak()).toMatchObject({ processes: expect.any(Number), cpuPercent: expect.any(Number) });
});

test('elapsed time starts anew with each command of a session, and after stop nothing is told', async () => {
  await using folder = await temporaryFolder();
  await using run = await watched('sleep 60', {}, folder.path);
  await run.until(() => run.usage.length > 3);
  run.watch.pause();
  await delay(250);
  run.watch.resume();
  const from = run.usage.length;
  await run.until(() => run.usage.length > from);
  expect(run.usage[from]?.elapsedMs).toBeLessThan(run.usage[from - 1]?.elapsedMs ?? 0);
  run.watch.stop();
  const { length } = run.usage;
  await delay(300);
  expect(run.usage.length).toBe(length);
});

test('ordinary commands never trip the preset desktop', async () => {
  const commands = [
    'ls -la /usr/bin | wc -l',
    'seq 1 20000 | sort -R | tail -1',
    'for i in $(seq 40); do (true) & done; wait',
    'yes | head -c 5000000 | md5sum',
  ];
  await using folder = await temporaryFolder();
  const rounds = process.env.SIGMA_TEST_LONG === '1' ? 250 : 5;
  for (let round = 0; round < rounds; round++) {
    for (const command of commands) {
      await using run = await watched(command, DESKTOP_LIMITS.limits, folder.path);
      await run.group.exited;
      expect(run.trips).toEqual([]);
    }
  }
});
