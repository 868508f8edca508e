import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunLimits } from '#contract';
import { CpuMean } from '../../../../src-main/execution/limits/cpu-mean.ts';
import { DiskGrowth } from '../../../../src-main/execution/limits/disk-growth.ts';
import { exceededLimit } from '../../../../src-main/execution/limits/limit-message.ts';
import { roomLookMs } from '../../../../src-main/execution/limits/room-look.ts';
import { walkSize } from '../../../../src-main/execution/limits/walk-size.ts';
import { cgroupPlaces } from '../../../../src-main/process/containment/cgroup-places.ts';
import { CpuAccount } from '../../../../src-main/process/containment/cpu-account.ts';
import { type ProcRow, parseRow } from '../../../../src-main/process/containment/proc-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const NO_GROUP = { pids: async () => [], pause: async () => {}, goOn: () => {} };
const MB = 1024 * 1024;
const limits: RunLimits = { timeoutMs: 1, maxOutputBytes: 1 };
const calm = { hasWholeMean: true, overMs: 5000, refused: 0 };

test('CPU is the mean over the time, and no mean before the time has passed', () => {
  const mean = new CpuMean(1000);
  expect(mean.percent).toBeUndefined();
  for (const [at, cpuMs] of [
    [0, 0],
    [250, 250],
    [500, 500],
  ] as const) {
    mean.add({ at, cpuMs });
  }
  expect(mean.percent).toBe(100);
  expect(mean.isWhole).toBe(false);
  for (const at of [1000, 1500, 2000]) mean.add({ at, cpuMs: 500 });
  expect(mean.isWhole).toBe(true);
  expect(mean.percent).toBe(0);
});

test.each([
  [
    { ...calm, cpuPercent: 51 },
    { cpuPercent: 50 },
    'cpu',
    'It used 51 % of a core on average over 5 s, more than the 50 % it may',
  ],
  [
    { ...calm, memoryBytes: 50 * MB + 1 },
    { memoryBytes: 50 * MB },
    'memory',
    'It held 50.1 MB of memory, more than the 50 MB it may',
  ],
  [
    { ...calm, diskBytes: 51_200 * MB },
    { diskBytes: 10_240 * MB },
    'disk',
    'What it may write to grew by 51,200 MB while it ran, more than the 10,240 MB it may',
  ],
  [
    { ...calm, processes: 1001 },
    { processes: 1000 },
    'processes',
    'It had 1,001 processes at once, more than the 1,000 it may',
  ],
  [
    { ...calm, processes: 900, refused: 3 },
    { processes: 1000 },
    'processes',
    'It tried to start more processes than the 1,000 it may have at once',
  ],
] as const)('%j with %j trips for %s', (sampled, over, reason, text) => {
  expect(exceededLimit(sampled, { ...limits, ...over })).toEqual({ reason, text });
});

test('what is at its limit, is not limited, could not be measured or is a burst does not trip', () => {
  const most = { ...limits, cpuPercent: 50, memoryBytes: MB, diskBytes: MB, processes: 3 };
  expect(
    exceededLimit({ ...calm, cpuPercent: 50, memoryBytes: MB, diskBytes: MB, processes: 3 }, most),
  ).toBeUndefined();
  expect(exceededLimit({ ...calm }, most)).toBeUndefined();
  expect(exceededLimit({ ...calm, hasWholeMean: false, cpuPercent: 200 }, most)).toBeUndefined();
  expect(
    exceededLimit({ ...calm, cpuPercent: 800, memoryBytes: 9e12, diskBytes: 9e12, processes: 9e5 }, limits),
  ).toBeUndefined();
});

test('a row of /proc is read whatever the program calls itself', () => {
  const stat = '12 (a) b (c) S 1 2 3 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0 555 1000 66 1';
  expect(parseRow(stat)).toEqual({
    pid: 12,
    parent: 1,
    group: 2,
    session: 3,
    isZombie: false,
    isStopped: false,
    ownTicks: 30,
    childTicks: 70,
    startedAt: 555,
    threads: 1,
    residentPages: 66,
  });
  expect(parseRow('')).toBeUndefined();
});

test('CPU of children counts once, whoever waited for them, and the total never shrinks', () => {
  const row = (pid: number, parent: number, ownTicks: number, childTicks = 0): ProcRow => ({
    pid,
    parent,
    group: 1,
    session: 1,
    isZombie: false,
    isStopped: false,
    ownTicks,
    childTicks,
    startedAt: pid,
    threads: 1,
    residentPages: 1,
  });
  const account = new CpuAccount();
  expect(account.add([row(1, 0, 10), row(2, 1, 20), row(3, 99, 30)])).toBe(600);
  // 2 was waited for by 1; nobody of the tree waited for 3.
  expect(account.add([row(1, 0, 10, 25)])).toBe(650);
  expect(account.add([row(1, 0, 11, 25)])).toBe(660);
  expect(account.add([])).toBe(660);
});

test('our place in each hierarchy is found, also where a container shows a part of it', () => {
  const mounts = [
    '35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
    '36 31 0:33 / /sys/fs/cg\\040roup/pids rw - cgroup cgroup rw,pids',
    '37 31 0:34 /other /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct',
    '38 31 0:35 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw',
  ].join('\n');
  const own = '4:memory:/docker/abc\n3:pids:/user/x\n2:cpu,cpuacct:/elsewhere\n1:name=systemd:/\n0::/me\n';
  const read = (path: string) => (path.endsWith('mountinfo') ? mounts : own);
  const places = cgroupPlaces({
    read,
    write() {},
    makeFolder() {},
    removeFolder() {},
    isThere: () => true,
    folders: () => [],
  });
  expect([...places.v1]).toEqual([
    ['memory', '/sys/fs/cgroup/memory'],
    ['pids', '/sys/fs/cg roup/pids/user/x'],
  ]);
  expect(places).toMatchObject({ v2: '/sys/fs/cgroup/unified/me', ownV2: '/me' });
});

test('a folder is as large as its files on the disk: holes, hard links, links elsewhere and what is ours aside', async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  await mkdir(join(path, 'ours'));
  await writeFile(join(path, 'ours', 'spool'), Buffer.alloc(4 * MB, 1));
  await writeFile(join(path, 'file'), Buffer.alloc(2 * MB, 1));
  const { link, symlink, truncate } = await import('node:fs/promises');
  await link(join(path, 'file'), join(path, 'same'));
  await symlink('/usr', join(path, 'elsewhere'));
  await writeFile(join(path, 'hole'), '');
  await truncate(join(path, 'hole'), 100 * MB);
  const notCounted = new Set([join(path, 'ours')]);
  const size = await walkSize(path, { notCounted, signal: new AbortController().signal });
  expect(size).toBeGreaterThanOrEqual(2 * MB);
  expect(size).toBeLessThan(2.5 * MB);
  expect(await walkSize(join(path, 'none'), { notCounted, signal: new AbortController().signal })).toBe(0);
  expect(await walkSize(path, { notCounted, signal: AbortSignal.abort() })).toBeUndefined();
});

test('growth is what came since, and less than nothing where something went', async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  await writeFile(join(path, 'old'), Buffer.alloc(3 * MB, 1));
  await delay(20);
  const disk = new DiskGrowth({ workspace: path, notCounted: [], group: NO_GROUP });
  try {
    await writeFile(join(path, 'new'), Buffer.alloc(2 * MB, 1));
    await mkdir(join(path, 'deep'));
    await rename(join(path, 'new'), join(path, 'deep', 'new'));
    await untilGrowth(disk, (bytes) => bytes >= 2 * MB && bytes < 2.5 * MB);
    await rm(join(path, 'old'));
    await untilGrowth(disk, (bytes) => bytes < 0);
  } finally {
    disk.stop();
  }
});

test('what comes into a folder that counts as well is growth', async () => {
  await using folder = await temporaryFolder();
  await using beside = await temporaryFolder();
  const alsoCounted = [beside.path];
  const disk = new DiskGrowth({ workspace: folder.path, alsoCounted, notCounted: [], group: NO_GROUP });
  try {
    await untilGrowth(disk, (bytes) => bytes === 0);
    await writeFile(join(beside.path, 'new'), Buffer.alloc(2 * MB, 1));
    await untilGrowth(disk, (bytes) => bytes >= 2 * MB);
  } finally {
    disk.stop();
  }
});

test('what a command wrote before anybody watched it is growth, too', async () => {
  await using folder = await temporaryFolder();
  const startedAt = Date.now();
  await writeFile(join(folder.path, 'early'), Buffer.alloc(2 * MB, 1));
  await delay(30);
  const disk = new DiskGrowth({ workspace: folder.path, notCounted: [], group: NO_GROUP, startedAt });
  try {
    await untilGrowth(disk, (bytes) => bytes >= 2 * MB);
  } finally {
    disk.stop();
  }
});

test('what may be over its limit stands still while it is looked at, and what is over it stands still for good', async () => {
  await using folder = await temporaryFolder();
  await using others = await temporaryFolder();
  const calls: string[] = [];
  const group = {
    pids: async () => [],
    pause: async () => void calls.push('pause'),
    goOn: () => void calls.push('go on'),
  };
  const disk = new DiskGrowth({ workspace: folder.path, notCounted: [], group });
  try {
    await untilGrowth(disk, (bytes) => bytes === 0);
    await writeFile(join(others.path, 'large'), Buffer.alloc(40 * MB, 1));
    await untilCalled(disk, () => calls.length === 2);
    expect(calls).toEqual(['pause', 'go on']);
    expect(disk.look(undefined)).toBe(0);

    await writeFile(join(folder.path, 'large'), Buffer.alloc(40 * MB, 1));
    await untilCalled(disk, () => calls.length === 3);
    await untilGrowth(disk, (bytes) => bytes >= 40 * MB);
    expect(calls).toEqual(['pause', 'go on', 'pause']);
    disk.fit(50 * MB);
    expect(calls.at(-1)).toBe('go on');
  } finally {
    disk.stop();
  }
});

async function untilCalled(disk: DiskGrowth, isSo: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 15_000; performance.now() < deadline && !isSo(); await delay(5)) {
    await disk.lookAtRoom(20 * MB);
  }
}

test('the free space is looked at the sooner the less is left and the faster it goes', () => {
  const limit = 100 * MB;
  const still = (left: number) => roomLookMs({ limit, left, speed: 0 });
  expect(still(limit)).toBe(15);
  expect(still(10 * MB)).toBeLessThan(10);
  expect(still(0)).toBe(5);
  expect(roomLookMs({ limit, left: 0, speed: 1 })).toBeLessThan(5);
  expect(roomLookMs({ limit, left: 30 * MB, speed: 5 * MB })).toBe(2);
  expect(roomLookMs({ limit, left: 0, speed: 5 * MB })).toBe(1);
  expect(roomLookMs({ limit: 100_000 * MB, left: 50_000 * MB, speed: 0 })).toBe(100);
});

async function untilGrowth(disk: DiskGrowth, isSo: (bytes: number) => boolean): Promise<void> {
  for (const deadline = performance.now() + 15_000; performance.now() < deadline; await delay(20)) {
    const bytes = disk.look(100 * MB);
    if (bytes !== undefined && isSo(bytes)) return;
  }
  throw new Error(`It was ${disk.look(undefined)}`);
}
